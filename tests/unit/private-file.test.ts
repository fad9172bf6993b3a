import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreatePrivateFile } from '@/server/private-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => path.join(folder, 'secret')

test('a private file is made once, for this user alone', () => {
  expect(readOrCreatePrivateFile(file(), () => 'first')).toBe('first')
  expect(readOrCreatePrivateFile(file(), () => 'second')).toBe('first')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secret'])
})

test('a blank private file is replaced', () => {
  writeFileSync(file(), '\n')
  expect(readOrCreatePrivateFile(file(), () => 'first')).toBe('first')
  expect(readOrCreatePrivateFile(file(), () => 'second')).toBe('first')
})

test('two workers that both find a private file missing agree on its text', () => {
  let other = ''
  const own = readOrCreatePrivateFile(file(), () => {
    other = readOrCreatePrivateFile(file(), () => 'other')
    return 'own'
  })
  expect([own, other]).toEqual(['other', 'other'])
  expect(readdirSync(folder)).toEqual(['secret'])
})
