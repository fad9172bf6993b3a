import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { now } from '@/lib/clock'
import { signedLink } from '@/lib/evidence/link'
import { isObjectName, type ObjectKey, type ObjectStore, objectName, storeAway } from '@/lib/evidence/object-store'

/** Turns an error of the operating system into a refusal; other errors pass unchanged. */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => Promise.reject(fault instanceof Error && 'syscall' in fault ? storeAway() : fault))

/** Makes a folder's entries durable, as `fsync` does for a file's bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** An empty file that says that a folder is the store. A disk that is not mounted leaves a folder without it. */
const MARKER = '.trellis-evidence'

async function mark(folder: string): Promise<void> {
  await writeFile(path.join(folder, MARKER), '', { mode: 0o600 })
  await syncFolder(folder)
}

const hasEntry = (folder: string, name: string): Promise<boolean> =>
  access(path.join(folder, name)).then(
    () => true,
    () => false,
  )

/** Makes the folder and its marker, where they are missing: this is the store from now on. */
async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await hasEntry(folder, MARKER))) await mark(folder)
}

/** Writes the marker into a folder that holds objects of a version which knew no marker. */
async function markOlderFolder(folder: string): Promise<void> {
  if (await hasEntry(folder, MARKER)) return
  const names = await readdir(folder).catch(() => [])
  if (names.some(isObjectName)) await mark(folder)
}

/** What a folder lacks tells nothing unless it is the store. @throws Refusal `unavailable` */
async function requireMarker(folder: string): Promise<void> {
  if (!(await hasEntry(folder, MARKER))) throw storeAway()
}

async function findFolder(folder: string): Promise<void> {
  await markOlderFolder(folder)
  await requireMarker(folder)
}

async function writeObject(folder: string, name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await requireMarker(folder)
  // `flush`: the bytes are on the disk before the record that names them is written.
  await pipeline(chunks, createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true }))
  await syncFolder(folder)
}

async function removeObject(folder: string, name: string): Promise<void> {
  await requireMarker(folder)
  await rm(path.join(folder, name), { force: true })
}

/** Objects as files of one folder, which all instances of the service must share. The service signs the links itself. */
export function createFolderStore(folder: string): ObjectStore {
  return {
    open: (isNew) => refused(isNew ? openFolder(folder) : findFolder(folder)),
    prepare: () => refused(markOlderFolder(folder)),
    write: (key, chunks) => refused(writeObject(folder, objectName(key), chunks)),
    read: async (key) => (await openObject(folder, key)).open(),
    remove: (key) => refused(removeObject(folder, objectName(key))),
    async listMissing(keys) {
      await requireMarker(folder)
      const isThere = await Promise.all(keys.map((key) => hasEntry(folder, objectName(key))))
      return keys.filter((_key, at) => !isThere[at])
    },
    links: async (keys) => keys.map(({ id }) => signedLink(id, now())),
  }
}

/** Opens an object for reading. @throws Refusal `unavailable` if it cannot be read. */
export async function openObject(folder: string, key: ObjectKey) {
  const file = path.join(folder, objectName(key))
  const { size } = await refused(stat(file))
  return { bytes: size, open: (): AsyncIterable<Uint8Array> => createReadStream(file) }
}
