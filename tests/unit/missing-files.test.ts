import path from 'node:path'
import { expect, test } from 'vitest'
import { writeNewFile } from '@/lib/backup/new-file'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'

// Commands that are given a file say in one line that it is not there, or cannot be read.

const MISSING = path.join(import.meta.dirname, 'no-such-file.gz')
const NOWHERE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }

test.each([
  ['restore', [MISSING], 1, 'sources'],
  ['restore', ['--check', MISSING], 1, 'bundle'],
  ['verify-export', [MISSING], 2, 'sources'],
  ['verify-receipt', [MISSING], 2, 'sources'],
  ['restore', ['--check', import.meta.dirname], 1, 'bundle'],
  ['verify-receipt', [import.meta.dirname], 2, 'bundle'],
] as const)('%s %j', { timeout: PROCESS_MS_MAX }, async (script, words, exitCode, from) => {
  const { code, out, err } = await runScript(script, words, NOWHERE, from)
  expect([code, out]).toEqual([exitCode, ''])
  expect(err).toMatch(words.some((word) => word === MISSING) ? /^.*(ENOENT|There is no file).*\n$/ : /^.*EISDIR.*\n$/)
  if (script === 'restore' && words.some((word) => word === MISSING)) expect(err).toBe(`There is no file ${MISSING}.\n`)
})

test.each([`${MISSING}/x.gz`, `${MISSING}/`])(
  'nothing is written into a folder that is not there: %s',
  async (file) => {
    const written = writeNewFile(file, 0o600, () => Promise.reject(new Error('It was begun.')))
    await expect(written).rejects.toThrow(/^There is no folder .*no-such-file\.gz\/?: make it, or name another file\.$/)
  },
)

test('backup into a folder that is not there makes no file of its name', { timeout: PROCESS_MS_MAX }, async () => {
  const folder = `${MISSING}/`
  const { code, out, err } = await runScript('backup', [folder], NOWHERE)
  expect([code, out, err]).toEqual([1, '', `There is no folder ${folder}: make it, or name a file.\n`])
})
