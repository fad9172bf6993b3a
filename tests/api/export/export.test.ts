import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkExport } from '@/lib/export/check-export'
import { signHash } from '@/lib/signing/ed25519'
import { keyOfWord } from '@/lib/verify/key-period'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Json } from '@/tests/support/client'
import { appended } from '@/tests/support/receipt-file'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'
import {
  claimedMission,
  completedMission,
  convertedMission,
  created,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedChallenge,
} from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'
import { openWorld, type World } from '@/tests/support/world'

const HIDDEN = 'The title of a hidden mission'
const HIDDEN_CHALLENGE = 'The title of a hidden challenge'
const HIDDEN_PROOF = 'The note of a hidden proof'
const REPORTED = 'The words of a report that only moderators read'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-export-'))
const file = path.join(folder, 'export.jsonl')
let world: World
let whole: string[]
let key: string

const environment = () => {
  const names = [
    'DATABASE_URL',
    'SESSION_SECRET',
    'SERVICE_PRIVATE_KEY',
    'APP_URL',
    'PORT',
    'CLOCK_FILE',
    'COMMUNITY_URL',
  ]
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Gives a mission the post that it was created from, in all its columns. */
const withSourcePost = ({ id }: Json) =>
  world.sql.query(
    `INSERT INTO "SourcePost" ("missionId", "postId", url, channel, title, description, "siteName", "authorName", "imageUrl", "publishedAt", "readAt")
      VALUES ($1, '8', 'https://community.example/board/lobby/8', 'lobby', 'A post', 'What it says', 'Community', 'Zoë', 'https://community.example/8.png', now(), now())`,
    [id],
  )

beforeAll(async () => {
  world = await openWorld()
  const [owner, contributor] = [await world.wallet(), await world.wallet()]
  const [verifier, admin] = [await world.verifier(), await world.admin()]
  const { mission } = await completedMission(owner, contributor, verifier)
  await completedMission(owner, contributor, verifier, { challengeId: undefined })
  await verifiedChallenge(world, owner, verifier)
  await convertedMission(world, owner, verifier)
  await openChallenge(owner, { title: 'A line that ends\u2019s not — 漢字 😀' })
  await withSourcePost(await seedMission(owner))
  const { mission: withFile, proof } = await provenMission(owner, contributor)
  await sendUpload(world.base, contributor, withFile['id'], fileBody(samples['image/png'](), proof['id']))
  const { milestones } = await claimedMission(owner, contributor)
  const said = { ...proofBody, note: HIDDEN_PROOF }
  const { body: submitted } = await contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, said)
  await done(hide(admin, 'proof', submitted.proof.id))
  await done(hide(admin, 'mission', (await seedMission(owner, { title: HIDDEN })).id))
  await done(hide(admin, 'challenge', (await openChallenge(owner, { title: HIDDEN_CHALLENGE })).id))
  const report = { recordType: 'mission', recordId: mission.id, reason: REPORTED }
  expect((await contributor.post('/api/moderation/reports', report)).status).toBe(201)

  const ended = await runScript('export', [file], environment(), 'sources')
  expect([ended.code, ended.err]).toEqual([0, ''])
  whole = readFileSync(file, 'utf8').split('\n')
  expect(whole.pop()).toBe('')
  key = JSON.parse(whole.at(-1) ?? '').serviceKey
}, PROCESS_MS_MAX)

afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The export as it would be read, in pieces that end anywhere. */
async function* chunksOf(lines: readonly string[]) {
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  for (let from = 0; from < bytes.length; from += 1_013) yield bytes.subarray(from, from + 1_013)
}

const check = (lines: readonly string[], words: readonly string[] = []) =>
  checkExport(chunksOf(lines), words.map(keyOfWord))
const ofType = (type: string): Json[] => whole.map((line) => JSON.parse(line)).filter((line) => line.type === type)

test(
  'an export holds, and proves what it shows',
  async () => {
    const verdict = await check(whole, [key])
    expect(verdict.faults).toEqual([])
    expect(verdict.isKeyKnown).toBe(true)
    expect(verdict.held).toBeGreaterThan(40)
    expect([...verdict.lines.keys()]).toEqual([
      'export',
      'key',
      'rules',
      'seeds',
      'balance',
      'challenge',
      'mission',
      'receipt',
      'end',
    ])
    const done = await runScript('verify-export', [file, key], {})
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('Everything that this file can prove holds.')
  },
  PROCESS_MS_MAX,
)

test('it shows every public record as the API does', async () => {
  const { rows } = await world.sql.query(`SELECT id FROM "Mission" WHERE "hiddenAt" IS NULL ORDER BY id`)
  const missions = ofType('mission').map(({ mission }) => mission)
  expect(missions.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id))
  for (const mission of missions) {
    const { eligibleVerifiers: _moment, ...shown } = (await world.get(`/api/v1/missions/${mission.id}`)).body.mission
    expect(mission).toEqual(shown)
  }
  for (const { type: _type, mission, ...parts } of ofType('mission')) {
    const { project } = (await world.get(`/api/projects/${mission.id}`)).body
    const { sourcePost, commitments, decisions, funding, evidence } = project
    expect(parts).toEqual({ sourcePost, commitments, decisions, funding, evidence })
  }
  expect(ofType('mission').filter(({ sourcePost }) => sourcePost !== null)).toHaveLength(1)
  for (const { challenge } of ofType('challenge')) {
    const { eligibleVerifiers: _moment, ...shown } = (await world.get(`/api/v1/challenges/${challenge.id}`)).body
      .challenge
    expect(challenge).toEqual(shown)
  }
  for (const { receipt } of ofType('receipt'))
    expect(receipt).toEqual((await world.get(`/api/v1/receipts/${receipt.id}`)).body.receipt)
  const balances = ofType('balance').map(({ wallet, balance }) => [wallet, balance])
  for (const [wallet, balance] of balances)
    expect((await world.get(`/api/v1/rewards/wallet/${wallet}`)).body.balance).toBe(balance)
})

test('what is hidden or private is not in it', () => {
  const text = whole.join('\n')
  for (const secret of [
    HIDDEN,
    HIDDEN_CHALLENGE,
    REPORTED,
    process.env.SESSION_SECRET,
    process.env.SERVICE_PRIVATE_KEY,
  ])
    expect(text.includes(String(secret))).toBe(false)
  expect(text).not.toContain(HIDDEN_PROOF)
})

/** The lines with another in the place of one, and an end that agrees with them, as a forger without the key would write it. */
function forged(change: (lines: string[]) => string[]): string[] {
  const lines = change(whole.slice(0, -1))
  const sha256 = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex')
  return [...lines, JSON.stringify({ ...JSON.parse(whole.at(-1) ?? ''), lines: lines.length, sha256 })]
}

const isReceipt = (line: string) => line.startsWith('{"type":"receipt"')

/** The same as the service itself would write it. */
async function resigned(change: (lines: string[]) => string[]): Promise<string[]> {
  const lines = forged(change)
  const end = JSON.parse(lines.at(-1) ?? '')
  return lines.with(-1, JSON.stringify({ ...end, signature: await signHash(end.sha256) }))
}

test('one from before missions told the post that they were created from still holds', async () => {
  const older = (line: string) => {
    const { sourcePost: _post, ...rest } = JSON.parse(line)
    return rest.type === 'mission' ? JSON.stringify(rest) : line
  }
  const lines = await resigned((written) => written.map(older))
  expect(lines.join()).not.toContain('sourcePost')
  expect((await check(lines, [key])).faults).toEqual([])
})

const places = () => [1, 2, 3, 4, 5, 6, 7].map((part) => Math.floor((whole.length - 1) * (part / 8)))

test('a changed byte anywhere is found', async () => {
  for (const at of places()) {
    const line = whole[at] ?? ''
    const digit = line.search(/[0-9]/)
    const other = line[digit] === '1' ? '2' : '1'
    const changed = whole.with(at, line.slice(0, digit) + other + line.slice(digit + 1))
    expect((await check(changed)).faults.length, `line ${at + 1}`).toBeGreaterThan(0)
  }
})

test('a line that is missing, doubled or in another place is found', async () => {
  for (const at of places()) {
    expect((await check(whole.toSpliced(at, 1))).faults.length, `without line ${at + 1}`).toBeGreaterThan(0)
    expect(
      (await check(whole.toSpliced(at, 0, whole[at] ?? ''))).faults.length,
      `line ${at + 1} twice`,
    ).toBeGreaterThan(0)
  }
  expect((await check([...whole.slice(1), ...whole.slice(0, 1)])).faults.length).toBeGreaterThan(0)
  expect((await check(whole.slice(0, -1))).faults.map(({ because }) => because)).toContain('The end is missing.')
  expect((await check([...whole, whole[1] ?? ''])).faults.at(-1)?.because).toBe('It stands behind the end.')
  expect((await check(['{}'])).faults).not.toEqual([])
})

test('nothing is put into the end, which no signature covers', async () => {
  const end = whole.at(-1) ?? ''
  for (const more of ['"note":"Checked by a notary.",', `"serviceKey":"${'A'.repeat(43)}",`])
    expect((await check(whole.with(-1, end.replace('{', `{${more}`)))).faults, more).toContainEqual({
      line: whole.length,
      because: 'It is no line of an export.',
    })
})

test.each<[string, (lines: string[]) => string[], RegExp]>([
  [
    'the state of a mission',
    (lines) => lines.map((line) => line.replace('"state" : "COMPLETED"', '"state" : "FAILED"')),
    /its history leads to COMPLETED/,
  ],
  [
    'an amount of the ledger',
    (lines) => lines.map((line) => line.replace('"amount" : 20', '"amount" : 21')),
    /make \d+ Seeds, and not \d+/,
  ],
  [
    'the words of a receipt',
    (lines) => lines.map((line) => line.replace('Done, and well.', 'Done, not well.')),
    /changed after it was issued/,
  ],
  [
    'a reason that was signed',
    (lines) =>
      lines.map((line) =>
        line.includes('"mission"') ? line.replace('"reason" : "It is there."', '"reason" : "Very good."') : line,
      ),
    /signed text says something else/,
  ],
  [
    'an event',
    (lines) => lines.map((line) => line.replace('"kind" : "mission-claimed"', '"kind" : "mission-seized"')),
    /chain breaks/,
  ],
  ['that a receipt is there', (lines) => lines.filter((line) => !isReceipt(line)), /is missing/],
  ['that the last receipt is there', (lines) => lines.slice(0, lines.findLastIndex(isReceipt)), /is missing/],
])('who changes %s cannot hide it by counting again', async (_what, change, because) => {
  const { faults } = await check(forged(change))
  expect(faults.map((fault) => fault.because).join('\n')).toMatch(because)
  expect(faults.map((fault) => fault.because)).toContain('The service did not sign it.')
})

test('a verdict that no verifier signed is found, though the service signed the export with it', async () => {
  const verification = {
    verdict: 'reject',
    explanation: 'No.',
    verifier: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    message: 'No.',
    signature: `0x${'11'.repeat(65)}`,
  }
  const withVerdict = (line: string) => {
    const read = JSON.parse(line)
    if (read.challenge?.state !== 'OPEN') return line
    const { id, history } = read.challenge
    const data = { decision: { challengeId: id }, verification }
    const challenge = { ...read.challenge, history: appended(history, 'decision-rejected', data) }
    return JSON.stringify({ ...read, challenge })
  }
  const { faults } = await check(await resigned((lines) => lines.map(withVerdict)), [key])
  expect(faults.map(({ because }) => because)).toContain(
    'Decision (reject, event 2): signature: The signature is not the verifier’s.',
  )
  expect(faults.map(({ because }) => because)).not.toContain('The service did not sign it.')
})

test('another key than the one that the reader knows is told', async () => {
  const done = await runScript('verify-export', [file, 'A'.repeat(43)], {})
  expect(done.code).toBe(1)
  expect(done.out).toContain('which is no key that you named')
  const cut = `${file}.cut`
  writeFileSync(cut, readFileSync(file, 'utf8').split('\n').slice(0, -2).join('\n'))
  const unsigned = await runScript('verify-export', [cut, key], {})
  expect(unsigned.code).toBe(1)
  expect(unsigned.out).toContain('The end is missing.')
  expect(unsigned.out).toContain('because nobody signed it')
})

test(
  'a replaced key counts for an export from before, and for no later one',
  async () => {
    const [{ takenAt }] = ofType('export') as [Json]
    const at = (ms: number) => `${key}@${new Date(Date.parse(takenAt) + ms).toISOString()}`
    const [late, early] = await Promise.all(
      [at(-1000), at(1000)].map((word) => runScript('verify-export', [file, word], {})),
    )
    expect([late?.code, late?.err]).toEqual([1, ''])
    expect(late?.out).toContain('or was replaced before')
    expect([early?.code, early?.err]).toEqual([0, ''])
    const wrong = await runScript('verify-export', [file, `${key}@soon`], {})
    expect([wrong.code, wrong.out]).toEqual([2, ''])
  },
  PROCESS_MS_MAX,
)

test(
  'a packed export is the same, and no file is written over',
  async () => {
    const packed = path.join(folder, 'export.jsonl.gz')
    expect((await runScript('export', [packed], environment())).code).toBe(0)
    const lines = gunzipSync(readFileSync(packed)).toString('utf8').split('\n')
    expect(lines.slice(1, -2)).toEqual(whole.slice(1, -1))
    expect((await runScript('verify-export', [packed, key], {})).code).toBe(0)
    const again = await runScript('export', [packed], environment())
    expect([again.code, again.out]).toEqual([1, ''])
    writeFileSync(packed, 'nothing')
    expect((await runScript('verify-export', [packed], {})).code).toBe(2)
  },
  PROCESS_MS_MAX,
)

test('while a link is hidden that was given with its challenge, the receipt of an export holds', async () => {
  const [owner, verifier, admin] = [await world.wallet(), await world.verifier(), await world.admin()]
  const { id, source } = await convertedMission(world, owner, verifier)
  const outcome = { outcome: 'abandoned', statement: 'We leave it.' }
  const { receipt } = await created(owner.post(`/api/v1/missions/${id}/complete`, outcome))
  await done(hide(admin, 'submission', source.chosenSide.id))
  const { exportLines } = await import('@/lib/export/write-export')
  const lines: string[] = []
  for await (const line of exportLines(world.databaseUrl)) lines.push(line.trimEnd())
  await done(restore(admin, 'submission', source.chosenSide.id))
  expect(lines.filter((line) => line.includes(receipt.id) && isReceipt(line))).toHaveLength(1)
  expect((await check(lines, [key])).faults).toEqual([])
})

test(
  'a balance that was written past the ledger is told as it is shown, and found by whoever adds up its entries',
  async () => {
    const off = (statement: string) =>
      world.sql.query(
        `ALTER TABLE "SeedBalance" DISABLE TRIGGER USER; ${statement}; ALTER TABLE "SeedBalance" ENABLE TRIGGER USER`,
      )
    const [{ wallet } = {}] = ofType('balance')
    const other = path.join(folder, 'false.jsonl')
    await off(`UPDATE "SeedBalance" SET balance = balance + 1000 WHERE wallet = '${wallet}'`)
    expect((await runScript('export', [other], environment())).code).toBe(0)
    await off(`UPDATE "SeedBalance" SET balance = balance - 1000 WHERE wallet = '${wallet}'`)
    const found = await runScript('verify-export', [other, key], {})
    expect(found.code).toBe(1)
    expect(found.out).toContain(`The entries of ${wallet} make`)
  },
  PROCESS_MS_MAX,
)

test(
  'no export is signed with a key that was replaced',
  async () => {
    // For good: what a key was cannot be changed back.
    await world.sql.query(`UPDATE "ServiceKey" SET until = now()`)
    const refused = await runScript('export', [path.join(folder, 'late.jsonl')], environment())
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('a key that was replaced')
  },
  PROCESS_MS_MAX,
)
