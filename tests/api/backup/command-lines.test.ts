import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PROCESS_MS_MAX, programFile, runScript } from '@/tests/support/script'

// What a command does cannot be taken back, so it does nothing where it was told something that it does not know.

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-words-'))
const environment = { DATA_DIR: path.join(folder, 'data') }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['restore', ['--chek', 'backup.tar.gz']],
  ['restore', ['--dry-run', 'backup.tar.gz']],
  ['restore', ['--help']],
  ['rotate-key', ['--help']],
  ['migrate', ['--help']],
  ['backup', ['--help']],
  ['backup', ['one', 'two']],
  ['export', ['--help']],
  ['erase', ['--help']],
] as const)('%s %s does nothing, and tells how it is called', { timeout: PROCESS_MS_MAX }, async (name, args) => {
  const refused = await runScript(name, args, environment)
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(new RegExp(`^[^\n]+ Usage: npm run ${name}[^\n]*\n$`))
  expect([readdirSync(folder), existsSync('--help')]).toEqual([[], false])
})

test('the service does not start with an option that it does not know, such as a port', {
  timeout: PROCESS_MS_MAX,
}, () => {
  const { status, stderr } = spawnSync(process.execPath, [programFile('server/main'), '--port', '4000'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
    encoding: 'utf8',
    timeout: PROCESS_MS_MAX / 2,
  })
  expect([status, readdirSync(folder)]).toEqual([1, []])
  expect(stderr).toContain("Unknown option '--port'")
})

test.each([
  ['restore', ['backup.tar.gz'], 'check'],
  ['erase', ['--record', 'mission:019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e', '--reason', 'Law 7'], 'dry-run'],
] as const)(
  '%s does nothing where npm has kept an option that stands before --',
  { timeout: PROCESS_MS_MAX },
  async (...told) => {
    const [name, args, option] = told
    const kept = { [`npm_config_${option.replace('-', '_')}`]: 'true' }
    const refused = await runScript(name, args, { ...environment, ...kept })
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toBe(`npm kept --${option} to itself, so nothing was done: put -- before the options.\n`)
  },
)
