import path from 'node:path'
import { expect, test } from 'vitest'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'

// Commands that are given a file say in one line that it is not there, or cannot be read.

const MISSING = path.join(import.meta.dirname, 'no-such-file.gz')

test.each([
  ['restore', [MISSING], 1],
  ['restore', ['--check', MISSING], 1],
  ['verify-export', [MISSING], 2],
  ['verify-receipt', [MISSING], 2],
  ['restore', ['--check', import.meta.dirname], 1],
  ['verify-receipt', [import.meta.dirname], 2],
] as const)('%s %j', { timeout: PROCESS_MS_MAX }, async (script, words, exitCode) => {
  const { code, out, err } = await runScript(script, words, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect([code, out]).toEqual([exitCode, ''])
  expect(err).toMatch(words.some((word) => word === MISSING) ? /^.*ENOENT.*\n$/ : /^.*EISDIR.*\n$/)
})
