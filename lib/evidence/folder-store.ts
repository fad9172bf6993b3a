import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { now } from '@/lib/clock'
import { signedLink } from '@/lib/evidence/link'
import { type ObjectKey, type ObjectStore, objectName, storeAway } from '@/lib/evidence/object-store'

/** Turns an error of the operating system into a refusal; other errors pass unchanged. */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => Promise.reject(fault instanceof Error && 'syscall' in fault ? storeAway() : fault))

/** Makes a folder's entries durable, as `fsync` does for a file's bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function writeFile(folder: string, name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // `flush`: the bytes are on the disk before the record that names them is written.
  await pipeline(chunks, createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true }))
  await syncFolder(folder)
}

/** Objects as files of one folder, which all instances of the service must share. The service signs the links itself. */
export function createFolderStore(folder: string): ObjectStore {
  return {
    write: (key, chunks) => refused(writeFile(folder, objectName(key), chunks)),
    read: async (key) => (await openObject(folder, key)).open(),
    async remove(keys) {
      await refused(Promise.all(keys.map((key) => rm(path.join(folder, objectName(key)), { force: true }))))
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
