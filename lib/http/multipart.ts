import { invalid, Refusal } from '@/lib/errors'

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  readonly name: string
  /** Whether it says that it is a file, by a filename. */
  readonly isFile: boolean
  /** Its bytes, to be read to their end before the next part is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The header of a part, or a field that is not a file. */
const TEXT_BYTES_MAX = 4096
const LINE_BREAK = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')
const LAST = Buffer.from('--')

const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The characters that a boundary may be made of (RFC 2046 §5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** @throws Refusal `unsupported_media_type` unless a body is sent as `multipart/form-data` with its boundary. */
export function requireMultipart(contentType: string | null): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain ?? ''
  if (BOUNDARY.test(boundary)) return boundary
  throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data, with its boundary.')
}

const malformed = () => invalid(null, 'The body is not valid multipart/form-data.')

/** @param held what is read before the source. */
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
    /** Whether these are the next bytes, which stay where they are. */
    async isAt(bytes: Buffer): Promise<boolean> {
      while (held.length < bytes.length) await more()
      return held.subarray(0, bytes.length).equals(bytes)
    },
    /** What stands before a mark, piece by piece; then the mark is taken away. @throws Refusal when there is none. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(mark)
        if (at !== -1) {
          const last = take(at)
          take(mark.length)
          if (last.length > 0) yield last
          return
        }
        // The mark may have begun in what is held.
        const safe = held.length - mark.length + 1
        if (safe > 0) yield take(safe)
        await more()
      }
    },
  }
}

/** A short text. @throws Refusal when it is longer than it may be. */
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

/** Reads to the end what nobody wants. */
export async function skip(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of chunks);
}

/**
 * What a part's `Content-Disposition` says (RFC 7578 §4.2): its field's name, and whether it is a file. The name that a
 * file brings is never read.
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
 * Cuts a `multipart/form-data` body into its parts while it arrives, holding no more of it than a piece.
 * @param source the body; it is read to its end, and left where it is when this fails.
 * @throws Refusal `invalid_request` for a body that is no multipart, or ends too early.
 */
export async function* readParts(source: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  // With a line break before it, the first boundary is found like the others.
  const reader = createReader(source, LINE_BREAK)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await skip(reader.until(delimiter))
  while (!(await reader.isAt(LAST))) {
    if (!(await reader.isAt(LINE_BREAK))) throw malformed()
    const part = dispositionIn(await readText(reader.until(BLANK_LINE)))
    yield { ...part, chunks: reader.until(delimiter) }
  }
  while (!(await source.next()).done);
}
