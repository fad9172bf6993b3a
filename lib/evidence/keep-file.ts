import { createHash } from 'node:crypto'
import type { Caller } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { invalid, Refusal } from '@/lib/errors'
import type { FileType } from '@/lib/evidence/file-types'
import type { ObjectKey } from '@/lib/evidence/object-store'
import { type Room, requireDisk, requireRoom, storageFull } from '@/lib/evidence/quota'
import { requireStore } from '@/lib/evidence/store'
import { beginUpload, giveUpUploads, removeUnknown } from '@/lib/evidence/uploads'
import { uuidv7 } from '@/lib/id'

/** As many first bytes as the longest signature needs. */
const HEAD_BYTES = 12

/** How each type begins: PNG §5.2, JPEG B.1.1.3 (SOI and the next marker), RIFF with the form type WEBP, PDF §7.5.2. */
const BEGINS: readonly (readonly [FileType, (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
]

/** A file whose bytes are stored, and that no record names yet. */
export interface KeptFile extends ObjectKey {
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
}

const wrongType = () =>
  invalid('file', 'Send a PNG, JPEG, WEBP or PDF file, or plain text in UTF-8. The content decides, not the name.')

/** The first bytes, as many as tell a type, or all there are. */
async function readHead(reading: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const { done, value } = await reading.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return head
}

/** What is found out about bytes as they pass. */
function createMeasure(contentType: FileType) {
  const hash = createHash('sha256')
  const isFine = contentType === 'text/plain' ? createTextCheck() : () => true
  let bytes = 0
  return {
    /** @param chunk null at the end. @returns whether they can still be what they began as. */
    take(chunk: Uint8Array | null): boolean {
      bytes += chunk?.length ?? 0
      if (chunk) hash.update(chunk)
      return isFine(chunk)
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/**
 * Stores the bytes of an upload while they arrive, under a new name, and finds out type, length and hash on the way. The
 * object is temporary until `addFile` records it: the row that `beginUpload` wrote tells the schedule what to remove.
 * @param chunks read to their end, whatever they hold.
 * @param isWelcome otherwise the bytes are looked at in the same way, and stored nowhere.
 * @throws Refusal `invalid_request` naming `file`, `conflict` of a quota, or `unavailable`; then nothing is left behind.
 */
export async function keepFile(
  chunks: AsyncIterable<Uint8Array>,
  { caller, at, bytesMax }: { caller: Caller; at: Date; bytesMax: number },
  isWelcome: boolean,
): Promise<KeptFile | null> {
  const reading = chunks[Symbol.asyncIterator]()
  const head = await readHead(reading)
  if (head.length === 0) throw invalid('file', 'The file is empty.')
  const key = { id: uuidv7(at.getTime()), contentType: recognise(head) }
  const measure = createMeasure(key.contentType)
  let isRight = true

  async function* measured(): AsyncGenerator<Uint8Array> {
    for (let chunk: Uint8Array | null = head; chunk && isRight; ) {
      isRight = measure.take(chunk)
      if (isRight) yield chunk
      const { done, value }: IteratorResult<Uint8Array> = await reading.next()
      chunk = done ? null : value
    }
    isRight &&= measure.take(null)
  }
  const readOn = async (rest: AsyncIterable<Uint8Array>) => {
    for await (const _chunk of rest);
    for (let read = await reading.next(); !read.done; read = await reading.next());
    if (!isRight) throw wrongType()
  }

  if (!isWelcome) {
    await readOn(measured())
    return null
  }
  await takeRoom(key, { wallet: caller.wallet, bytes: bytesMax }, at)
  try {
    const passing = measured()
    await requireStore().write(key, passing)
    await readOn(passing)
  } catch (fault) {
    // A storage that is away is not asked again at once: the schedule does it.
    if (!(fault instanceof Refusal && fault.code === 'unavailable')) await discardFile(key, at)
    throw fault
  }
  return { ...key, ...measure.result() }
}

/** Begins an upload where quotas and disk have room for it. @throws Refusal `conflict` or `unavailable` otherwise. */
async function takeRoom(key: ObjectKey, room: Room, at: Date): Promise<void> {
  if (!(await beginUpload(key, room, at))) {
    await requireRoom(room)
    throw storageFull()
  }
  try {
    await requireDisk(0)
  } catch (fault) {
    await discardFile(key, at)
    throw fault
  }
}

/** Removes what `keepFile` stored, unless a record names it by now. What fails here is done by the schedule. */
export async function discardFile({ id, contentType }: ObjectKey, at: Date): Promise<void> {
  await giveUpUploads(sql`u.id = ${id}::uuid`, at)
    .then(() => removeUnknown({ id, contentType }))
    .catch(() => undefined)
}

/**
 * The type that a file's first bytes say. What has no signature can only be plain text, which `createTextCheck` then
 * holds against every byte. A file that is two things at once passes as the one it begins like: harmless, because a
 * download is never shown and never sniffed.
 */
function recognise(head: Buffer): FileType {
  const text = head.toString('latin1')
  return BEGINS.find(([, begins]) => begins(text))?.[0] ?? 'text/plain'
}

/** Tells, piece by piece, whether bytes are plain text: valid UTF-8 (RFC 3629) without U+0000. */
function createTextCheck(): (chunk: Uint8Array | null) => boolean {
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
