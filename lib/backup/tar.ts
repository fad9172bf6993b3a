// ustar (POSIX.1-1988), the archive format that every system can open. Only regular files, each whole in memory.

/** A file of an archive. */
export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

const BLOCK_BYTES = 512
/** Our entries are never longer. A header with a greater size is damaged, and its entry is not read into memory. */
const ENTRY_BYTES_MAX = 64 * 1024 * 1024
const NAME_BYTES_MAX = 100
const FILE_MODE = 0o600
const REGULAR_FILE = '0'
const MAGIC = 'ustar\x0000'

/** The fields of a header: offset and length in bytes. */
const FIELD = {
  name: [0, NAME_BYTES_MAX],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

/** The checksum of a header: the sum of its bytes, with the checksum field counted as spaces. */
function sumOf(header: Uint8Array): number {
  const [from, length] = FIELD.checksum
  return header.reduce((sum, byte, at) => sum + (at >= from && at < from + length ? 0x20 : byte), 0)
}

function headerOf({ name, bytes }: Entry, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) throw new Error(`The name ${name} is too long for an archive.`)
  const header = Buffer.alloc(BLOCK_BYTES)
  const put = ([from]: readonly [number, number], text: string) => header.write(text, from, 'latin1')
  put(FIELD.name, name)
  for (const field of [FIELD.uid, FIELD.gid]) put(field, octal(0, field[1]))
  put(FIELD.mode, octal(FILE_MODE, FIELD.mode[1]))
  put(FIELD.size, octal(bytes.length, FIELD.size[1]))
  put(FIELD.mtime, octal(Math.floor(at.getTime() / 1000), FIELD.mtime[1]))
  put(FIELD.type, REGULAR_FILE)
  put(FIELD.magic, MAGIC)
  put(FIELD.checksum, octal(sumOf(header), FIELD.checksum[1] - 1))
  return header
}

/** The padding after an entry, in bytes, so that the next header starts at a block. */
const padding = (size: number) => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES

/** Packs files, one after the other. @param at the modification time of all files. */
export async function* packTar(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield headerOf(entry, at)
    yield entry.bytes
    yield Buffer.alloc(padding(entry.bytes.length))
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}

/** Reads a given number of bytes from chunks of any size. */
function createReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let held: Uint8Array[] = []
  let length = 0
  return async (wanted: number): Promise<Buffer> => {
    while (length < wanted) {
      const { done, value } = await source.next()
      if (done) throw new Error('The archive ends too early.')
      held.push(value)
      length += value.length
    }
    const all = Buffer.concat(held)
    held = [all.subarray(wanted)]
    length -= wanted
    return all.subarray(0, wanted)
  }
}

function textOf(header: Buffer, [from, length]: readonly [number, number]): string {
  return header.toString('latin1', from, from + length).replace(/\0.*$/s, '')
}

/** @throws Error when the block is not a header as `packTar` writes it. */
function entryOf(header: Buffer): { name: string; size: number } {
  const size = Number.parseInt(textOf(header, FIELD.size), 8)
  const isSound =
    Number.parseInt(textOf(header, FIELD.checksum), 8) === sumOf(header) &&
    textOf(header, FIELD.type) === REGULAR_FILE &&
    size >= 0 &&
    size <= ENTRY_BYTES_MAX
  if (!isSound) throw new Error('The archive holds what is no file of a backup.')
  return { name: textOf(header, FIELD.name), size }
}

/** Reads the files of an archive, one after the other. @throws Error when it is damaged or ends too early. */
export async function* unpackTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const read = createReader(chunks)
  for (let header = await read(BLOCK_BYTES); header.some((byte) => byte !== 0); header = await read(BLOCK_BYTES)) {
    const { name, size } = entryOf(header)
    const bytes = await read(size)
    await read(padding(size))
    yield { name, bytes }
  }
}
