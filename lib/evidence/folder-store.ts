import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { now } from '@/lib/clock'
import { unavailable } from '@/lib/errors'
import { signedLink } from '@/lib/evidence/link'
import { type ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'

/** What the operating system refused, as a client is told; anything else passes as it is. */
function translate(fault: unknown): unknown {
  if (!(fault instanceof Error) || !('syscall' in fault)) return fault
  return unavailable('The storage for evidence files cannot be reached at the moment. Try again shortly.')
}

async function told<T>(work: Promise<T>): Promise<T> {
  return work.catch((fault: unknown) => Promise.reject(translate(fault)))
}

/** Makes a folder's entries survive a power cut, as `fsync` does for a file's bytes. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function writeFile(folder: string, name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // `flush`: its bytes are on the disk before the record that names them is.
  await pipeline(chunks, createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true }))
  await syncFolder(folder)
}

/** Objects as files of one folder, which every instance of the service must see; links are the service's own. */
export function createFolderStore(folder: string): ObjectStore {
  return {
    write: (key, chunks) => told(writeFile(folder, objectName(key), chunks)),
    read: async (key) => (await openObject(folder, key)).open(),
    async remove(keys) {
      await told(Promise.all(keys.map((key) => rm(path.join(folder, objectName(key)), { force: true }))))
    },
    links: async (keys) => keys.map(({ id }) => signedLink(id, now())),
  }
}

/** An object to read. @throws Refusal `unavailable` when it cannot be. */
export async function openObject(folder: string, key: ObjectKey) {
  const file = path.join(folder, objectName(key))
  const { size } = await told(stat(file))
  return { bytes: size, open: (): AsyncIterable<Uint8Array> => createReadStream(file) }
}
