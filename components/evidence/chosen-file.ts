import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { FILE_TYPES } from '@/lib/evidence/file-types'

/** What a file chooser offers. */
export const ACCEPTED_FILES = Object.keys(FILE_TYPES).join(',')

const MEGABYTES_MAX = EVIDENCE_BYTES_MAX / 1024 / 1024

/** What may be chosen, for a hint. */
export const FILES_HINT = `PNG, JPEG, WEBP, PDF or plain text, at most ${MEGABYTES_MAX} MB`

/** What can be said of a file before it is sent. Its type is for the service to find out. */
export function faultOf(file: File | null): string | null {
  if (!file) return 'Choose a file.'
  if (file.size === 0) return 'The file is empty.'
  return file.size > EVIDENCE_BYTES_MAX ? `This file is larger than ${MEGABYTES_MAX} MB.` : null
}
