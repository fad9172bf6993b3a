import { z } from 'zod'
import { download, read, upload } from '@/lib/contract/endpoint'
import { EVIDENCE_LINK_TTL_MS } from '@/lib/contract/limits'
import { inMinutes } from '@/lib/durations'
import { FILE_TYPES } from '@/lib/evidence/file-types'
import { FileUpload, FileView, LinkedFileView, LinkQuery } from '@/lib/evidence/schemas'

const tag = 'Evidence files'

export const listFiles = read({
  operationId: 'listFiles',
  path: '/api/v1/missions/{id}/files',
  tag,
  access: 'public',
  summary: `Read a mission's evidence files, each with a link that is valid for ${inMinutes(EVIDENCE_LINK_TTL_MS)} minutes.`,
  description: 'The links differ at each call. 503 where the service has no storage for files.',
  returns: z.object({ files: z.array(LinkedFileView) }),
})

export const uploadFile = upload({
  operationId: 'uploadFile',
  path: '/api/v1/missions/{id}/files',
  tag,
  access: 'contributor',
  summary: 'Add a file as evidence: PNG, JPEG, WEBP, PDF or plain text, at most 5 MB.',
  description:
    'A file joins a proof only until that is reviewed: a verifier signs the SHA-256 sums of the files too. The type is decided by the content; name and header of the part are ignored. Text must be UTF-8, and HTML, XML and SVG are no plain text. What the files of one wallet hold together is limited by the deployment (409), and so are the bytes that one network uploads in a day (429, the policy `upload-bytes-network`); 503 where the service has no storage or no room left. A repetition with the same `Idempotency-Key` is the same body byte for byte, its boundary included.',
  body: FileUpload,
  returns: z.object({ file: FileView }),
  example: {},
})

export const downloadFile = download({
  operationId: 'downloadFile',
  path: '/api/v1/files/{id}',
  tag,
  access: 'public',
  summary: "Download an evidence file by a link from its mission's list.",
  description:
    'Always as an attachment. A link that was changed is refused with 403, one that has expired with 410, and so is a file that was erased (`erased` in its list).',
  query: LinkQuery,
  types: Object.keys(FILE_TYPES),
  errors: ['forbidden', 'not_found', 'expired'],
})
