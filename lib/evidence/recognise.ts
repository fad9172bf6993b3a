import type { FileType } from '@/lib/evidence/file-types'

/** As many first bytes as the longest signature needs. */
export const HEAD_BYTES = 12

type Binary = Exclude<FileType, 'text/plain'>

const latin1 = (head: Uint8Array) => Buffer.from(head).toString('latin1')

/** How each type begins: PNG §5.2, JPEG B.1.1.3 (SOI and the next marker), RIFF with the form type WEBP, PDF §7.5.2. */
const BEGINS: Readonly<Record<Binary, (head: string) => boolean>> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/webp': (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  'application/pdf': (head) => head.startsWith('%PDF-'),
}

const BINARIES: readonly Binary[] = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']

/**
 * The type that a file's first bytes say. What has no signature can only be plain text, which `createTextCheck` then
 * holds against every byte. A file that is two things at once passes as the one it begins like: harmless, because a
 * download is never shown and never sniffed.
 */
export function recognise(head: Uint8Array): FileType {
  const begin = latin1(head)
  return BINARIES.find((type) => BEGINS[type](begin)) ?? 'text/plain'
}

/** Tells, piece by piece, whether bytes are plain text: valid UTF-8 (RFC 3629) without U+0000. */
export function createTextCheck(): (chunk: Uint8Array | null) => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isText = true
  return (chunk) => {
    try {
      if (isText && chunk === null) decoder.decode()
      else if (isText && chunk) {
        decoder.decode(chunk, { stream: true })
        isText = !chunk.includes(0)
      }
    } catch {
      isText = false
    }
    return isText
  }
}
