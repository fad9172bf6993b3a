import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { FILE_TYPES } from '@/lib/evidence/file-types'

/** The types that a file chooser accepts. */
export const ACCEPTED_FILES = Object.keys(FILE_TYPES).join(',')

const MEGABYTES_MAX = EVIDENCE_BYTES_MAX / 1024 / 1024

/** The accepted files in words, for a hint. */
export const FILES_HINT = `PNG, JPEG, WEBP, PDF or plain text, at most ${MEGABYTES_MAX} MB`

/** Checks a file before it is sent. The service itself detects its type. */
export function faultOf(file: File | null): string | null {
  if (!file) return 'Choose a file.'
  if (file.size === 0) return 'The file is empty.'
  return file.size > EVIDENCE_BYTES_MAX ? `This file is larger than ${MEGABYTES_MAX} MB.` : null
}
