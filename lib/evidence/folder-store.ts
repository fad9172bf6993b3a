import { access, type FileHandle, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { now } from '@/lib/clock'
import { Refusal } from '@/lib/errors'
import { type FolderCalls, folderCalls } from '@/lib/evidence/folder-calls'
import { signedLink } from '@/lib/evidence/link'
import { isObjectName, type ObjectKey, type ObjectStore, objectName, storeFailed } from '@/lib/evidence/object-store'
import { makeFolder } from '@/lib/make-folder'

/** A folder, and the way to call it. */
interface Folder {
  readonly folder: string
  readonly calls: FolderCalls
}

const away = (fault: string) => storeFailed('The folder of evidence files', fault)

/** Turns an error of the operating system into a refusal; other errors pass unchanged. */
const refused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => {
    if (fault instanceof Error && 'syscall' in fault && 'code' in fault) throw away(`${fault.syscall}: ${fault.code}`)
    throw fault
  })

/** Opens a file or folder. `close` waits for what is under way with it, and nobody waits for `close`. */
async function openHandle({ calls }: Folder, file: string, flags: string, mode?: number) {
  const closeLater = (handle: FileHandle) => calls.later(() => handle.close())
  const handle = await calls.make(() => open(file, flags, mode), closeLater)
  return { handle, close: () => closeLater(handle) }
}

/** Makes a folder's entries durable, as `fsync` does for a file's bytes. */
async function syncFolder(at: Folder): Promise<void> {
  const { handle, close } = await openHandle(at, at.folder, 'r')
  await at.calls.make(() => handle.sync()).finally(close)
}

/** An empty file that says that a folder is the store. A disk that is not mounted leaves a folder without it. */
const MARKER = '.trellis-evidence'

async function mark(at: Folder): Promise<void> {
  await at.calls.make(() => writeFile(path.join(at.folder, MARKER), '', { mode: 0o600 }))
  await syncFolder(at)
}

/** @throws Refusal `unavailable` if the folder does not tell. */
const hasEntry = ({ folder, calls }: Folder, name: string): Promise<boolean> =>
  calls
    .make(() => access(path.join(folder, name)))
    .then(
      () => true,
      (fault: unknown) => (fault instanceof Refusal ? Promise.reject(fault) : false),
    )

/** Makes the folder and its marker, where they are missing: this is the store from now on. */
async function openFolder(at: Folder): Promise<void> {
  await at.calls.make(() => makeFolder(at.folder, 0o700))
  if (!(await hasEntry(at, MARKER))) await mark(at)
}

/** Writes the marker into a folder that holds objects of a version which knew no marker. */
async function markOlderFolder(at: Folder): Promise<void> {
  if (await hasEntry(at, MARKER)) return
  const names = await at.calls.make(() => readdir(at.folder).catch(() => []))
  if (names.some(isObjectName)) await mark(at)
}

/** What a folder lacks tells nothing unless it is the store. @throws Refusal `unavailable` */
async function requireMarker(at: Folder): Promise<void> {
  if (!(await hasEntry(at, MARKER))) throw away(`there is no ${MARKER} in it`)
}

async function findFolder(at: Folder): Promise<void> {
  await markOlderFolder(at)
  await requireMarker(at)
}

async function writeObject(at: Folder, name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await requireMarker(at)
  const { handle, close } = await openHandle(at, path.join(at.folder, name), 'wx', 0o600)
  try {
    for await (const chunk of chunks) await at.calls.make(() => handle.writeFile(chunk))
    // The bytes are on the disk before the record that names them is written.
    await at.calls.make(() => handle.sync())
  } finally {
    close()
  }
  await syncFolder(at)
}

const CHUNK_BYTES = 64 * 1024

async function* readObject(at: Folder, file: string): AsyncGenerator<Uint8Array> {
  const { handle, close } = await openHandle(at, file, 'r')
  try {
    for (;;) {
      const { bytesRead, buffer } = await at.calls.make(() => handle.read(Buffer.allocUnsafe(CHUNK_BYTES)))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    close()
  }
}

async function removeObject(at: Folder, name: string): Promise<void> {
  await requireMarker(at)
  await at.calls.make(() => rm(path.join(at.folder, name), { force: true }))
}

/** Objects as files of one folder, which all instances of the service must share. The service signs the links itself. */
export function createFolderStore(folder: string, calls = folderCalls()): ObjectStore {
  const at: Folder = { folder, calls }
  return {
    open: (isNew) => refused(isNew ? openFolder(at) : findFolder(at)),
    prepare: () => refused(markOlderFolder(at)),
    write: (key, chunks) => refused(writeObject(at, objectName(key), chunks)),
    read: async (key) => (await openObject(folder, key, calls)).open(),
    remove: (key) => refused(removeObject(at, objectName(key))),
    async listMissing(keys) {
      await requireMarker(at)
      const missing: ObjectKey[] = []
      for (const key of keys) if (!(await hasEntry(at, objectName(key)))) missing.push(key)
      return missing
    },
    links: async (keys) => keys.map(({ id }) => signedLink(id, now())),
  }
}

/** Opens an object for reading. @throws Refusal `unavailable` if it cannot be read. */
export async function openObject(folder: string, key: ObjectKey, calls = folderCalls()) {
  const file = path.join(folder, objectName(key))
  const { size } = await refused(calls.make(() => stat(file)))
  return { bytes: size, open: (): AsyncIterable<Uint8Array> => readObject({ folder, calls }, file) }
}
