import { z } from 'zod'
import { Timestamp } from '@/lib/contract/fields'
import { FileView } from '@/lib/missions/schemas'

/** The parts of an upload beside `file`. A form sends an optional field empty where nothing was chosen. */
export const FileUpload = z
  .object({
    proofId: z
      .string()
      .transform((value) => value.trim().toLowerCase() || undefined)
      .optional()
      .meta({ format: 'uuid', description: 'A proof of this mission that the file belongs to.' }),
  })
  .meta({ id: 'FileUpload' })

/** A file with a link to its bytes. The link is made for whoever asks and dies after 10 minutes. */
export const LinkedFileView = FileView.extend({
  downloadUrl: z.url().meta({ example: 'https://trellis.example/api/v1/files/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' }),
  expiresAt: Timestamp.meta({ description: 'When the link dies.' }),
}).meta({ id: 'LinkedEvidenceFile' })

export type LinkedFileView = z.infer<typeof LinkedFileView>

const text = z.string().optional()

/** What a link of the service itself carries. */
export const LinkQuery = z.object({
  expires: text.meta({ description: 'When the link dies, in milliseconds since the epoch; part of the link.' }),
  signature: text.meta({ description: 'Part of the link.' }),
})
