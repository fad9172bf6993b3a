import { UPLOAD_PARTS_MAX } from '@/lib/contract/limits'
import { invalid, Refusal } from '@/lib/errors'

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  readonly name: string
  /** Whether its header has a filename. */
  readonly isFile: boolean
  /** Its bytes; read them to the end before requesting the next part. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The cap of a part's header, and of a field that is not a file. */
const TEXT_BYTES_MAX = 4096
const LINE_BREAK = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')
const LAST = Buffer.from('--')

const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The characters of a boundary (RFC 2046 §5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** The boundary of a body. @throws Refusal `unsupported_media_type` unless it is `multipart/form-data` with a boundary. */
export function requireMultipart(contentType: string | null): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain ?? ''
  if (BOUNDARY.test(boundary)) return boundary
  throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data, with its boundary.')
}

const tooManyParts = () => invalid(null, `Send at most ${UPLOAD_PARTS_MAX} parts.`)
const malformed = () => invalid(null, 'The body is not valid multipart/form-data.')

/** @param held bytes to read before the source. */
function createReader(source: AsyncIterator<Uint8Array>, held: Buffer) {
  const take = (length: number) => {
    const piece = held.subarray(0, length)
    held = held.subarray(length)
    return piece
  }
  const more = async () => {
    const { done, value } = await source.next()
    if (done) throw malformed()
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value])
  }
  return {
    /** Whether these are the next bytes. It does not consume them. */
    async isAt(bytes: Buffer): Promise<boolean> {
      while (held.length < bytes.length) await more()
      return held.subarray(0, bytes.length).equals(bytes)
    },
    /** Yields the bytes before a mark, then consumes the mark. @throws Refusal when the mark is missing. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(mark)
        if (at !== -1) {
          const last = take(at)
          take(mark.length)
          if (last.length > 0) yield last
          return
        }
        // The held bytes may end with the beginning of the mark.
        const safe = held.length - mark.length + 1
        if (safe > 0) yield take(safe)
        await more()
      }
    },
  }
}

/** A short text. @throws Refusal when it is longer than `TEXT_BYTES_MAX`. */
export async function readText(chunks: AsyncIterable<Uint8Array>, field: string | null = null): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of chunks) {
    length += piece.length
    if (length <= TEXT_BYTES_MAX) pieces.push(piece)
  }
  if (length > TEXT_BYTES_MAX)
    throw invalid(field, field ? 'This field is too long.' : 'The header of a part is too long.')
  return Buffer.concat(pieces).toString('utf8')
}

/** Reads chunks to their end and discards them. */
export async function skip(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of chunks);
}

/**
 * Parses a part's `Content-Disposition` (RFC 7578 §4.2): the field name, and whether the part is a file. The filename itself
 * is never used.
 */
function dispositionIn(header: string): Pick<Part, 'name' | 'isFile'> {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(header)?.[1] ?? ''
  let found: string | undefined
  let isFile = false
  for (const [, parameter = '', quoted, plain = ''] of disposition.matchAll(PARAMETER)) {
    const name = parameter.toLowerCase()
    if (name === 'name') found ??= quoted ?? plain
    isFile ||= name === 'filename' || name === 'filename*'
  }
  if (found === undefined) throw malformed()
  return { name: found, isFile }
}

/**
 * Splits a `multipart/form-data` body into its parts while it arrives, and never holds more than one chunk.
 * @param source the body; it is read to its end, or left at its position when this fails.
 * @throws Refusal `invalid_request` for a body that is not multipart or ends too early, and at the part after the last one
 *   allowed: a part may be empty, so a body of 5 MB would have a hundred thousand.
 */
export async function* readParts(source: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  // The leading line break makes the first boundary look like the others.
  const reader = createReader(source, LINE_BREAK)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await skip(reader.until(delimiter))
  for (let parts = 1; !(await reader.isAt(LAST)); parts++) {
    if (parts > UPLOAD_PARTS_MAX) throw tooManyParts()
    if (!(await reader.isAt(LINE_BREAK))) throw malformed()
    const part = dispositionIn(await readText(reader.until(BLANK_LINE)))
    yield { ...part, chunks: reader.until(delimiter) }
  }
  while (!(await source.next()).done);
}
