import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { FILE_TYPES } from '@/lib/evidence/file-types'
import { HEAD_BYTES, recognise } from '@/lib/evidence/recognise'

/** The types that a file chooser accepts. */
export const ACCEPTED_FILES = Object.keys(FILE_TYPES).join(',')

const MEGABYTES_MAX = EVIDENCE_BYTES_MAX / 1024 / 1024

/** The accepted files in words, for a hint. */
export const FILES_HINT = `PNG, JPEG, WEBP, PDF or plain text, at most ${MEGABYTES_MAX} MB`

const WRONG_TYPE =
  'is neither a PNG, JPEG, WEBP or PDF file nor plain text in UTF-8, which HTML and SVG are not. The content decides, not the name'

// Faults end a sentence about the file: `This file ${fault}.`

/** What is wrong with the size of a file; null if nothing is. */
export function sizeFault({ size }: Pick<File, 'size'>): string | null {
  if (size === 0) return 'is empty'
  return size > EVIDENCE_BYTES_MAX ? `is larger than ${MEGABYTES_MAX} MB` : null
}

/** What is wrong with the bytes of a file, by the rule of the service; null if nothing is. */
export async function contentFault(file: Pick<File, 'arrayBuffer'>): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const { fits } = recognise(bytes.subarray(0, HEAD_BYTES))
    return fits(bytes) && fits(null) ? null : WRONG_TYPE
  } catch {
    // It was moved or changed since it was chosen.
    return 'cannot be read any more'
  }
}

/** What the service would refuse a file for, before it is sent; null if nothing is known. */
export const fileFault = async (file: File): Promise<string | null> => sizeFault(file) ?? contentFault(file)
