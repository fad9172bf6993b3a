import { z } from 'zod'
import { Id, Sha256, Timestamp, Wallet } from '@/lib/contract/fields'

/** The parts of an upload other than `file`. A form sends an optional field empty if nothing was chosen. */
export const FileUpload = z
  .object({
    proofId: z
      .string()
      .transform((value) => value.trim().toLowerCase() || undefined)
      .optional()
      .meta({ format: 'uuid', description: 'A proof of this mission that the file belongs to.' }),
  })
  .meta({ id: 'FileUpload' })

export const FileView = z
  .object({
    id: Id,
    proofId: Id.nullable(),
    contentType: z.string(),
    bytes: z.int(),
    sha256: Sha256,
    uploadedBy: Wallet,
    uploadedAt: Timestamp,
    erased: z.literal(true).optional().meta({ description: 'Only where its bytes were erased by law.' }),
  })
  .meta({ id: 'EvidenceFile' })

/** The part of a proof's files that a verifier signs. */
export const FileSums = z.array(Sha256).meta({
  description: 'The SHA-256 sums of all its files, sorted, as a review signs them; of files that a moderator hid too.',
})

/** A file with a link to its bytes. Each request gets a new link, which expires after 10 minutes. */
export const LinkedFileView = FileView.extend({
  downloadUrl: z.url().meta({ example: 'https://trellis.example/api/v1/files/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' }),
  expiresAt: Timestamp.meta({ description: 'When the link dies.' }),
}).meta({ id: 'LinkedEvidenceFile' })

export type FileView = z.infer<typeof FileView>
export type LinkedFileView = z.infer<typeof LinkedFileView>

const text = z.string().optional()

/** The query of a link that the service signed. */
export const LinkQuery = z.object({
  expires: text.meta({ description: 'When the link dies, in milliseconds since the epoch; part of the link.' }),
  signature: text.meta({ description: 'Part of the link.' }),
})
