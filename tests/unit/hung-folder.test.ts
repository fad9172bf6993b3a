import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderCalls, type FolderCalls } from '@/lib/evidence/folder-calls'
import { createFolderStore } from '@/lib/evidence/folder-store'
import { type ObjectKey, type ObjectStore, objectName } from '@/lib/evidence/object-store'
import { uuidv7 } from '@/lib/id'
import { until } from '@/tests/support/until'

// A pipe without a writer stands for a file of a disk that does not answer: to open it keeps a thread until there is one.

/** More than the threads that a process has for files, compression and hashes. */
const READERS = 12

/** Longer than any call of a folder that answers. */
const PATIENT_MS = 10 * 60_000

let folder: string
/** Gives a call up soon. */
let store: ObjectStore
/** The same folder, for what a machine may take long to do. */
let patientStore: ObjectStore
let patientCalls: FolderCalls
let pipes: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-hung-'))
  writeFileSync(path.join(folder, '.trellis-evidence'), '')
  store = createFolderStore(folder, createFolderCalls(200))
  patientCalls = createFolderCalls(PATIENT_MS)
  patientStore = createFolderStore(folder, patientCalls)
  pipes = []
})
/** Ends whatever still waits for a writer: the disk is back. */
function bringBack(): void {
  for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK))
}
afterEach(() => {
  bringBack()
  rmSync(folder, { recursive: true })
})

const newKey = (): ObjectKey => ({ id: uuidv7(Date.now()), contentType: 'text/plain' })
function hungFile(): ObjectKey {
  const key = newKey()
  const pipe = path.join(folder, objectName(key))
  execFileSync('mkfifo', [pipe])
  pipes.push(pipe)
  return key
}
async function read(key: ObjectKey, from = store): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await from.read(key)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
async function* words(text: string) {
  for (const word of text) yield Buffer.from(word)
}

test('a folder that does not answer is unavailable, and nothing else of the process waits for it', async () => {
  const keys = Array.from({ length: READERS }, hungFile)
  const ends = await Promise.allSettled(keys.map((key) => read(key)))
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  // It hangs still, and the threads that compress are free.
  await expect(store.write(newKey(), words('x'))).rejects.toMatchObject({ code: 'unavailable' })
  expect((await promisify(gzip)('What has nothing to do with files')).length).toBeGreaterThan(0)
})

test('a folder that answers again is the store again', async () => {
  await Promise.allSettled(Array.from({ length: READERS }, hungFile).map((key) => read(key)))
  bringBack()
  const key = newKey()
  await until(
    () =>
      store.write(key, words('kept')).then(
        () => true,
        () => false,
      ),
    'the folder takes files',
  )
  expect(await read(key, patientStore)).toBe('kept')
})

test('what a folder does not tell is not missing', async () => {
  const key = newKey()
  await patientStore.write(key, words('kept'))
  const hung = hungFile()
  await Promise.allSettled([read(hung), read(hungFile())])
  await expect(store.listMissing([key])).rejects.toMatchObject({ code: 'unavailable' })
})

test('many calls at once wait for each other, and all are made', async () => {
  const keys = Array.from({ length: 100 }, newKey)
  await Promise.all(keys.map((key) => createFolderStore(folder, patientCalls).write(key, words(key.id))))
  expect(await Promise.all(keys.map((key) => read(key, patientStore)))).toEqual(keys.map(({ id }) => id))
})
