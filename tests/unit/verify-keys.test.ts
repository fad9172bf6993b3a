import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jcsHash } from '@/lib/history/jcs'
import { publicKeyOf, signHash } from '@/lib/signing/ed25519'
import { anyTime, checkCommand, keyOfWord, keyWord } from '@/lib/verify/key-period'
import { ROOT } from '@/server/root'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'

// Who names keys asks whether one of them signed the receipt: `npm run verify-receipt -- FILE KEY`.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-receipt-'))
const file = path.join(folder, 'receipt.json')
let key: string
let other: string
beforeAll(async () => {
  const made = await makeReceiptFile()
  key = made.receipt.serviceKey
  other = await publicKeyOf(Buffer.alloc(32, 9).toString('base64url'))
  writeFileSync(file, JSON.stringify(made))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const verify = (...keys: string[]) => runScript('verify-receipt', [file, ...keys], {})

test('a receipt that none of the named keys signed is refused, in words and by the exit code', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const [known, unknown, none] = await Promise.all([verify(other, key), verify(other), verify()])
  expect([known.code, known.err]).toEqual([0, ''])
  expect([none.code, none.err]).toEqual([0, ''])
  expect(none.out).toContain('?      Service key')
  expect([unknown.code, unknown.err]).toEqual([1, ''])
  expect(unknown.out).toContain('WRONG  Service key')
  expect(unknown.out).toContain('This receipt does not hold.')
})

test('a replaced key counts up to its end', { timeout: PROCESS_MS_MAX }, async () => {
  // The receipt is from 2026-11-21.
  const [before, after, wrong] = await Promise.all([
    verify(`${key}@2026-11-22T00:00:00.000Z`),
    verify(`${key}@2026-11-20`),
    verify(`${key}@yesterday`),
  ])
  expect([before.code, before.err]).toEqual([0, ''])
  expect(after.code).toBe(1)
  expect(after.out).toContain('WRONG  Service key')
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('must be the time when the key was replaced')
})

/** Words that would begin a line of their own, and hide what follows. */
const FORGED = 'x\nok     Everything\u001b[8m\u009b8m\u202e'

/** What commands a terminal, or reorders what it shows. */
const COMMANDS = /[^\P{Cc}\n]|\p{Cf}/u

test('a file with a byte order mark is checked like any other', { timeout: PROCESS_MS_MAX }, async () => {
  const marked = path.join(folder, 'marked.json')
  writeFileSync(marked, `\ufeff${readFileSync(file, 'utf8')}`)
  expect(await runScript('verify-receipt', [marked, key], {})).toMatchObject({ code: 0, err: '' })
})

test('what a receipt says begins no line of its own, and commands no terminal', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const { receipt } = await makeReceiptFile()
  const { payments: _later, ...left } = receipt
  const said = { reason: FORGED, at: '2026-11-22T10:00:00.000Z', serviceKey: receipt.serviceKey }
  const contentHash = jcsHash({ ...left, erased: said })
  const forged = path.join(folder, 'forged.json')
  const erased = { ...said, contentHash, serviceSignature: await signHash(contentHash) }
  writeFileSync(forged, JSON.stringify({ ...receipt, erased }))
  const { out } = await runScript('verify-receipt', [forged], {})
  expect(out).toContain('(x\\u{a}ok     Everything\\u{1b}[8m\\u{9b}8m\\u{202e})')
  expect(out).not.toMatch(/^ok {5}Everything/m)
  expect(out).not.toMatch(COMMANDS)
})

test('nor does what an export says', { timeout: PROCESS_MS_MAX }, async () => {
  const head = { format: 'trellis-export-1', service: 'Trellis', origin: 'https://trellis.example' }
  const lines = [
    { type: 'export', ...head, takenAt: '2026-11-22T10:00:00.000Z' },
    { type: 'end', lines: 1, sha256: '0'.repeat(64), serviceKey: FORGED, signature: '' },
  ]
  const forged = path.join(folder, 'export.jsonl')
  writeFileSync(forged, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  for (const words of [[], [key]]) {
    const { code, out } = await runScript('verify-export', [forged, ...words], {})
    expect(code).toBe(1)
    expect(out).toContain('igned by x\\u{a}ok     Everything\\u{1b}[8m')
    expect(out).not.toMatch(COMMANDS)
  }
})

test('the command that the site shows passes on a key that begins with a hyphen', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  let hyphened = ''
  for (let byte = 0; !hyphened.startsWith('-'); byte += 1)
    hyphened = await publicKeyOf(Buffer.alloc(32, byte).toString('base64url'))
  const command = checkCommand(file, [anyTime(hyphened)])
  const { status, stdout } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
  expect(stdout).toContain('WRONG  Service key')
  expect(status).toBe(1)
})

test('a key is one word, with its end', () => {
  const until = '2026-11-22T00:00:00.000Z'
  expect(keyWord({ publicKey: key, since: null, until: null })).toBe(key)
  expect(keyWord({ publicKey: key, since: until, until })).toBe(`${key}@${until}`)
  expect(keyOfWord(key)).toEqual({ publicKey: key, since: null, until: null })
  expect(keyOfWord(`${key}@${until}`)).toEqual({ publicKey: key, since: null, until })
  expect(keyOfWord(`${key}@2026-11-22T01:00:00+01:00`).until).toBe(until)
  expect(() => keyOfWord(`${key}@`)).toThrow('must be the time when the key was replaced')
})

test('a word that is no key is told, and does not count as another key', { timeout: PROCESS_MS_MAX }, async () => {
  for (const word of ['', key.slice(1), `${key}A`, `${key.slice(1)}+`, `@${key}`, `0x${key}`])
    expect(() => keyOfWord(word), word).toThrow('43 characters of base64url')
  const mistyped = await verify(key.slice(1))
  expect([mistyped.code, mistyped.out]).toEqual([2, ''])
  expect(mistyped.err).toContain('does not begin with a public key of the service')
})
