import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '@/lib/make-folder'
import { takeDataFolder } from '@/server/data-folder'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'trellis-folder-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('a folder is made with its parents, each with the rights that were asked for', async () => {
  await makeFolder(path.join(home, 'a', 'b'), 0o700)
  for (const made of ['a', 'a/b']) expect(statSync(path.join(home, made)).mode & 0o777).toBe(0o700)
})

test('a folder that is there stays as it is', async () => {
  mkdirSync(path.join(home, 'a'), { mode: 0o711 })
  await makeFolder(path.join(home, 'a'), 0o700)
  expect(statSync(path.join(home, 'a')).mode & 0o777).toBe(0o711)
})

test('a file in its place, or in its way, is told', async () => {
  writeFileSync(path.join(home, 'a'), '')
  await expect(makeFolder(path.join(home, 'a'), 0o700)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(path.join(home, 'a', 'b'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.each(['/proc/trellis', '/proc/trellis/data'])('%s, where no folder can be made, is told', async (folder) => {
  await expect(makeFolder(folder, 0o700)).rejects.toThrow('/proc/trellis')
  await expect(takeDataFolder(folder)).rejects.toThrow(
    /^The data folder \/proc\/trellis\S* cannot be written \([A-Z]+\): set DATA_DIR\.$/,
  )
})

test('a data folder that is in use is told, and one that was left is taken', async () => {
  const release = await takeDataFolder(home)
  await expect(takeDataFolder(home)).rejects.toThrow(`Already running on ${home} (process ${process.pid})`)
  release()
  ;(await takeDataFolder(home))()
})
