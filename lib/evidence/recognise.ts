import type { FileType } from '@/lib/evidence/file-types'

// Browsers import this file, so it must not import Node modules.

/** How much of a file is read before its type is known: its signature, or what a page begins with behind white space. */
export const HEAD_BYTES = 512

/** File signatures: PNG §5.2, JPEG B.1.1.3 (SOI and the next marker), RIFF with the form type WEBP, PDF §7.5.2. */
const BEGINS: readonly (readonly [FileType, (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
]

/**
 * Beginnings of what is text to a decoder and no plain text: pages, pictures and documents that are written in characters. The
 * form of those of WHATWG MIME Sniffing §7.1, without tags that a Markdown file may begin with.
 */
const NO_PLAIN_TEXT =
  /^(?:\xef\xbb\xbf)?\s*(?:<!doctype\s|<\?xml\s|<(?:html|head|body|script|iframe|svg)[\s/>])|^(?:GIF8[79]a|%!PS-Adobe-)/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse.
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

export interface Recognised {
  readonly contentType: FileType
  /** Whether the bytes so far fit the type. @param chunk the next bytes, from the first one on; null at the end. */
  fits(chunk: Uint8Array | null): boolean
}

/**
 * The type by the file's signature. A file without one can only be plain text, and then every byte is checked. A file that is
 * valid as two types gets the type of its first bytes. That is harmless: browsers never render or sniff a download.
 * @param head the first `HEAD_BYTES` bytes or more, or all bytes of a shorter file.
 */
export function recognise(head: Uint8Array): Recognised {
  const text = asLatin1(head)
  const contentType = BEGINS.find(([, begins]) => begins(text))?.[0]
  if (contentType) return { contentType, fits: () => true }
  return { contentType: 'text/plain', fits: NO_PLAIN_TEXT.test(text) ? () => false : createTextCheck() }
}

/** One character for each byte. The decoder of that name is of windows-1252 (WHATWG Encoding §4.2). */
function asLatin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/**
 * Checks chunk by chunk whether bytes are plain text: valid UTF-8 (RFC 3629) without binary data bytes (WHATWG MIME Sniffing §3).
 */
function createTextCheck(): (chunk: Uint8Array | null) => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isText = true
  return (chunk) => {
    try {
      if (isText && chunk === null) decoder.decode()
      else if (isText && chunk) isText = !BINARY.test(decoder.decode(chunk, { stream: true }))
    } catch {
      isText = false
    }
    return isText
  }
}
