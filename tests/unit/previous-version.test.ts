import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPrevious } from '@/scripts/rig/previous'

// Which commit `npm run rig:upgrade` takes for the version before.

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-history-'))
const checkout = path.join(folder, 'whole')
const git = (...words: string[]) =>
  execFileSync('git', ['-C', checkout, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
    encoding: 'utf8',
  }).trim()

/** Commits a file with these words. @returns the commit. */
function commit(file: string, words: string): string {
  mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true })
  writeFileSync(path.join(checkout, file), words)
  git('add', '.')
  git('commit', '--quiet', '--message', file)
  return git('rev-parse', 'HEAD')
}

let first: string
let before: string
beforeAll(() => {
  mkdirSync(checkout)
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(path.join(checkout, 'CHANGELOG.md'), '## Unreleased\n\n## 1.0.0\n\nSchema: `0001_tables`.\n')
  first = commit('prisma/migrations/0001_tables/migration.sql', 'SELECT 1;')
  before = commit('lib/a.ts', 'a')
  commit('prisma/migrations/0002_more/migration.sql', 'SELECT 1;')
  commit('lib/b.ts', 'b')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('without a tag it is the last commit before the newest migration', () => {
  expect(findPrevious(checkout)).toBe(before)
})

test('the tag of the newest release comes first, and a commit that is named before both', () => {
  git('tag', 'v1.0.0', first)
  expect(findPrevious(checkout)).toBe(first)
  expect(findPrevious(checkout, 'main')).toBe(git('rev-parse', 'main'))
  git('tag', '--delete', 'v1.0.0')
})

test('a clone that does not reach so far back is told so, and what helps', () => {
  const shallow = path.join(folder, 'shallow')
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${checkout}`, shallow])
  expect(() => findPrevious(shallow)).toThrow('"git fetch --unshallow --tags" brings it')
  expect(() => findPrevious(shallow, before)).toThrow(`does not have the commit ${before}`)
})
