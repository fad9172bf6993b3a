import { createHash } from 'node:crypto'
import type { Caller } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { invalid, Refusal } from '@/lib/errors'
import type { ObjectKey } from '@/lib/evidence/object-store'
import { type Room, requireDisk, requireRoom, storageFull } from '@/lib/evidence/quota'
import { HEAD_BYTES, type Recognised, recognise } from '@/lib/evidence/recognise'
import { requireStore } from '@/lib/evidence/store'
import { beginUpload, giveUpUploads, removeUnknown } from '@/lib/evidence/uploads'
import { uuidv7 } from '@/lib/id'

/** A stored file that no record names yet. */
export interface KeptFile extends ObjectKey {
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
}

const wrongType = () =>
  invalid(
    'file',
    'Send a PNG, JPEG, WEBP or PDF file, or plain text in UTF-8, which HTML and SVG are not. The content decides, not the name.',
  )

/** The first `HEAD_BYTES` bytes or more, or all bytes of a shorter file. */
async function readHead(reading: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const { done, value } = await reading.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  return head
}

/** Measures bytes as they pass: length, hash, and whether they fit the type. */
function createMeasure({ fits }: Recognised) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    /** @param chunk null at the end. @returns whether the bytes so far fit the type. */
    take(chunk: Uint8Array | null): boolean {
      bytes += chunk?.length ?? 0
      if (chunk) hash.update(chunk)
      return fits(chunk)
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/**
 * Stores the bytes of an upload under a new name as they arrive, and determines type, length and hash. The object is
 * temporary until `addFile` records it: the schedule finds abandoned objects by the row that `beginUpload` wrote.
 * @param chunks always read to the end.
 * @param isWelcome if false, the bytes are checked and not stored.
 * @returns the file; null if it was not welcome, and the refusal if there is no room for it.
 * @throws Refusal `invalid_request` naming `file`, or `unavailable`. Then no object remains.
 */
export async function keepFile(
  chunks: AsyncIterable<Uint8Array>,
  { caller, at, bytesMax, key }: { caller: Caller; at: Date; bytesMax: number; key: string },
  isWelcome: boolean,
): Promise<KeptFile | Refusal | null> {
  const reading = chunks[Symbol.asyncIterator]()
  const head = await readHead(reading)
  if (head.length === 0) throw invalid('file', 'The file is empty.')
  const recognised = recognise(head)
  const object = { id: uuidv7(at.getTime()), contentType: recognised.contentType }
  const measure = createMeasure(recognised)
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

  const full = isWelcome ? await takeRoom(object, { wallet: caller.wallet, bytes: bytesMax, key }, at) : null
  if (full || !isWelcome) {
    await readOn(measured())
    return full
  }
  try {
    const passing = measured()
    await requireStore().write(object, passing)
    await readOn(passing)
  } catch (fault) {
    // If the storage is unavailable, the schedule removes the object later.
    if (!(fault instanceof Refusal && fault.code === 'unavailable')) await discardFile(object, at)
    throw fault
  }
  return { ...object, ...measure.result() }
}

/** Begins an upload. @returns the refusal if a quota or the disk has no room: `conflict` or `unavailable`. */
async function takeRoom(object: ObjectKey, room: Room, at: Date): Promise<Refusal | null> {
  const hasBegun = await beginUpload(object, room, at)
  try {
    await (hasBegun ? requireDisk(0) : requireRoom(room))
    return hasBegun ? null : storageFull()
  } catch (fault) {
    if (hasBegun) await discardFile(object, at)
    if (fault instanceof Refusal) return fault
    throw fault
  }
}

/** Removes what `keepFile` stored, unless a record names it now. If this fails, the schedule does it later. */
export async function discardFile({ id, contentType }: ObjectKey, at: Date): Promise<void> {
  await giveUpUploads(sql`u.id = ${id}::uuid`, at)
    .then(() => removeUnknown({ id, contentType }))
    .catch(() => undefined)
}
