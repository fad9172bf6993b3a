import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NAME, type ToldStory, tellStory } from '@/tests/api/erasure/told-story'
import { fileOf, findingsOf, tablesWith } from '@/tests/api/erasure/what-is-left'
import type { Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { created, missionBody, seedMission, verifiedMission } from '@/tests/support/story'
import { filesOf, follow } from '@/tests/support/upload'
import { expectError, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const REASON = 'Court order 17/26'
const MARK = `[erased: ${REASON}]`

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Erasing = typeof import('@/lib/erasure/erase-record')
type Order = Parameters<Erasing['eraseRecord']>[0]

async function erase(order: Partial<Order> & Pick<Order, 'type' | 'id'>) {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  return eraseRecord({ reason: REASON, part: null, fields: [], dryRun: false, ...order })
}

const slug = (name: string) => name.replaceAll(' ', '-')
const readsOf = ({ challengeId, missionId, receiptId }: ToldStory) => [
  `/api/v1/challenges/${challengeId}`,
  `/api/battles/${challengeId}`,
  `/api/v1/challenges/${challengeId}/musebook`,
  `/api/v1/missions/${missionId}`,
  `/api/v1/missions/${missionId}/proof`,
  `/api/v1/missions/${missionId}/milestones`,
  `/api/v1/missions/${missionId}/files`,
  `/api/projects/${missionId}`,
  `/api/projects/${missionId}/commitments`,
  `/api/projects/${missionId}/funding`,
  `/api/v1/receipts/${receiptId}`,
  '/api/v1/challenges',
  '/api/v1/missions',
  '/api/v1/platform-outbox',
]

test('a whole story is erased: what was written is nowhere any more, and everything still answers', async () => {
  const story = await tellStory(world)
  const { missionId, challengeId, file, sent, contributor, owner } = story
  const before = await Promise.all(readsOf(story).map((read) => world.get(read)))
  const seeds = await world.get(`/api/v1/rewards/wallet/${contributor.address}`)
  const [link] = await filesOf(world.base, missionId)
  const whole = await fileOf(world, story)
  expect(Object.values(await findingsOf(whole))).not.toContain('invalid')
  expect((await tablesWith(world, NAME)).length).toBeGreaterThan(15)
  expect((await world.get('/api/v1/search?q=mustermann')).body.hits.length).toBe(2)

  const dry = await erase({ type: 'challenge', id: challengeId, dryRun: true })
  expect([...dry.texts.keys()]).toContain('Receipt')
  expect((await world.get(`/api/v1/missions/${missionId}`)).text).toContain(NAME)
  expect(await look(world, 'SELECT count(*)::int AS n FROM "Erasure"')).toEqual({ n: 0 })

  const erased = await erase({ type: 'challenge', id: challengeId })
  expect([erased.texts, erased.files]).toEqual([dry.texts, [file.id]])
  expect(await tablesWith(world, NAME)).toEqual([])
  expect(await tablesWith(world, slug(NAME))).toEqual([])

  for (const [at, read] of readsOf(story).entries()) {
    const after = await world.get(read, { 'if-none-match': before[at]?.headers.get('etag') ?? '' })
    expect([read, after.status === 200 || after.text === ''], after.text).toEqual([read, true])
    expect(after.text, read).not.toContain(NAME)
    if (before[at]?.text.includes(NAME)) expect(after.status, `${read} is not what it was`).toBe(200)
  }
  const { mission } = (await world.get(`/api/v1/missions/${missionId}`)).body
  expect([mission.title, mission.summary, mission.proofs[1].note, mission.milestones[0].title]).toEqual([
    MARK,
    MARK,
    MARK,
    MARK,
  ])
  expect(mission.proofs[1].url).toMatch(/^https:\/\/erased\.invalid\/[0-9a-f]{64}$/)
  expect(mission.history.at(-1)).toMatchObject({ kind: 'content-erased', actor: null, data: { reason: REASON } })
  expect((await world.get('/api/v1/missions?q=mustermann')).body.missions).toEqual([])
  expect((await world.get('/api/v1/search?q=mustermann')).body.hits).toEqual([])
  expect((await world.get(`/api/v1/rewards/wallet/${contributor.address}`)).text).toBe(seeds.text)

  const replay = await contributor.post(sent.path, sent.body, { key: sent.key })
  expect([replay.status, replay.body.proof.note]).toEqual([200, MARK])
  expect((await owner.get('/api/v1/notifications')).text).not.toContain(NAME)
  const post = await (await world.admin()).post('/api/v1/platform-outbox', { kind: 'receipt', missionId })
  expect([post.status, post.body.error?.field]).toEqual([400, 'channel'])

  const gone = await follow(world.base, link?.downloadUrl ?? '')
  expectError(gone, 410, 'expired')
  expect(await filesOf(world.base, missionId)).toEqual([])
  expect(mission.files).toEqual([{ ...file, erased: true }])

  expect(await erase({ type: 'mission', id: missionId })).toEqual({ texts: new Map(), files: [] })
  expect(await look(world, 'SELECT count(*)::int AS n FROM "Erasure"')).toEqual({ n: 1 })
  const again = (await world.get(`/api/v1/missions/${missionId}`)).body.mission
  expect(again.history).toEqual(mission.history)
})

test('hashes, links and signatures of what was erased can still be checked, and say what is gone', async () => {
  const story = await tellStory(world)
  const whole = await fileOf(world, story)
  await erase({ type: 'mission', id: story.missionId })
  const left = await fileOf(world, story)
  expect(left.receipt.contentHash).toBe(whole.receipt.contentHash)
  expect(left.receipt.serviceSignature).toBe(whole.receipt.serviceSignature)
  expect(left.receipt.verifierDecisions.map(({ signature }: Json) => signature)).toEqual(
    whole.receipt.verifierDecisions.map(({ signature }: Json) => signature),
  )
  const hashes = (events: Json[]) => events.map(({ hash, prevHash }) => [hash, prevHash])
  expect(hashes(left.history.mission.slice(0, -1))).toEqual(hashes(whole.history.mission))
  for (const event of left.history.mission) {
    if (event.data.erased)
      expect(event.data.erased).toMatchObject({ reason: REASON, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  }
  const findings = await findingsOf(left)
  expect(findings).toMatchObject({
    'Content hash': 'unknown',
    'Service signature': 'valid',
    'Service key': 'valid',
    'Mission: history': 'unknown',
    'Challenge: history': 'unknown',
    'Mission: this receipt': 'unknown',
    'Decision: signature': 'unknown',
  })
  expect(Object.values(findings)).not.toContain('invalid')

  // A link that was broken, and anything taken out by somebody else, is still found.
  const broken = structuredClone(left)
  broken.history.mission[2].prevHash = 'a'.repeat(64)
  expect((await findingsOf(broken))['Mission: history']).toBe('invalid')
  const richer = structuredClone(left)
  richer.receipt.seeds[0].amount += 1000
  expect((await findingsOf(richer))['Content hash']).toBe('invalid')
  const forged = structuredClone(whole)
  forged.receipt.statement = MARK
  forged.receipt.erased = left.receipt.erased
  expect((await findingsOf(forged))['Content hash']).toBe('invalid')
})

test('the bytes of erased files are removed, and a run that was cut off is finished by the next', async () => {
  const story = await tellStory(world)
  const stored = () => readdirSync(process.env.EVIDENCE_DIR ?? '').filter((name) => name.includes(story.file.id))
  const used = () => look(world, `SELECT bytes FROM "EvidenceUsage" WHERE subject = $1`, [story.contributor.address])
  expect(Number((await used()).bytes)).toBe(story.file.bytes)
  const { files } = await erase({ type: 'challenge', id: story.challengeId })
  expect([stored().length, Number((await used()).bytes)]).toEqual([1, 0])
  const { removeErasedFiles } = await import('@/lib/erasure/remove-files')
  expect(await removeErasedFiles(story.challengeId, files)).toEqual({ removed: 1, absent: 0 })
  expect(stored()).toEqual([])
  expect(await removeErasedFiles(story.missionId, [])).toEqual({ removed: 0, absent: 1 })
  expect(existsSync(process.env.EVIDENCE_DIR ?? '')).toBe(true)
})

test('bytes that are elsewhere are not called removed: the command fails, and works with the right folder', async () => {
  const story = await tellStory(world)
  const { files } = await erase({ type: 'mission', id: story.missionId })
  const { removeErasedFiles } = await import('@/lib/erasure/remove-files')
  const right = process.env.EVIDENCE_DIR ?? ''
  const away = `${right}-away`
  const remove = () => removeErasedFiles(story.missionId, files)
  renameSync(right, away)
  try {
    await expect(remove()).rejects.toThrow('cannot be reached')
    expect(existsSync(right)).toBe(false)
    mkdirSync(right)
    await expect(remove()).rejects.toThrow('cannot be reached')
    expect(readdirSync(right)).toEqual([])
    // The store of another service.
    writeFileSync(path.join(right, '.trellis-evidence'), '')
    await expect(remove()).rejects.toThrow(`not found, so their bytes may be elsewhere: evidence-${story.file.id}.txt`)
  } finally {
    rmSync(right, { recursive: true, force: true })
    renameSync(away, right)
  }
  expect(readdirSync(right)).toContain(`evidence-${story.file.id}.txt`)
  expect(await remove()).toEqual({ removed: 1, absent: 0 })
})

test('the schedule keeps the row of an abandoned upload while the storage is away, and takes over an older folder', async () => {
  const { sweepUploads } = await import('@/lib/evidence/uploads')
  const right = process.env.EVIDENCE_DIR ?? ''
  const id = randomUUID()
  const object = path.join(right, `evidence-${id}.txt`)
  const rows = () => look(world, 'SELECT count(*)::int AS n FROM "EvidenceUpload" WHERE id = $1', [id])
  await world.sql.query(
    `INSERT INTO "EvidenceUpload" (id, "contentType", "startedAt", bytes, wallet) VALUES ($1, 'text/plain', '2001-01-01', 1, 'w')`,
    [id],
  )
  mkdirSync(right, { recursive: true })
  writeFileSync(object, 'x')
  renameSync(right, `${right}-away`)
  await expect(sweepUploads()).rejects.toThrow('cannot be reached')
  renameSync(`${right}-away`, right)
  expect([existsSync(object), await rows()]).toEqual([true, { n: 1 }])
  rmSync(path.join(right, '.trellis-evidence'), { force: true })
  await sweepUploads()
  expect([existsSync(object), await rows()]).toEqual([false, { n: 0 }])
})

test('a part is erased alone, with every copy of what it said', async () => {
  const story = await tellStory(world)
  await erase({ type: 'mission', id: story.missionId, part: story.proofId })
  const { mission } = (await world.get(`/api/v1/missions/${story.missionId}`)).body
  const [rejected, approved] = mission.proofs
  expect([approved.note, approved.reviews[0].reason]).toEqual([MARK, MARK])
  expect([rejected.note, mission.title]).toEqual([`Draft of ${NAME}`, `Where ${NAME} lives`])
  const { receipt } = (await world.get(`/api/v1/receipts/${story.receiptId}`)).body
  expect(receipt.evidence.map(({ note }: Json) => note)).toEqual([`Draft of ${NAME}`, MARK])
  expect(receipt.verifierDecisions.map(({ reason }: Json) => reason)).toEqual([`Not ${NAME}.`, MARK])
  expect(receipt.statement).toBe(`${NAME} is glad.`)
  expect(mission.files[0].erased).toBe(true)
  expect(Object.values(await findingsOf(await fileOf(world, story)))).not.toContain('invalid')
})

test.each([
  ['as a mission', '/api/v1/missions', 'complete', 'A summary.'],
  [
    'as a project, in an answer that names its receipt alone',
    '/api/projects',
    'outcome',
    'A long summary. '.repeat(240),
  ],
])('the answers that an outcome and a payment repeat show the receipt as it is left, %s', async (...told) => {
  const [, surface, end, text] = told
  const [owner, contributor] = [await world.wallet(), await world.wallet()]
  const over = { title: 'The tree of Kuno Kept', summary: text, definitionOfDone: text, requiredProof: text }
  const { id } = await verifiedMission(owner, contributor, await world.verifier(), over)
  const [ended, paid] = [randomUUID(), randomUUID()]
  const statement = 'Kuno Kept is glad.'
  const complete = () => owner.post(`${surface}/${id}/${end}`, { outcome: 'completed', statement }, { key: ended })
  const transaction = { chainId: '1', txHash: `0x${'7'.repeat(64)}` }
  const pay = () => owner.post(`/api/v1/missions/${id}/payment`, transaction, { key: paid })
  const { receipt } = await created(complete())
  await created(pay())
  const { rows: stored } = await world.sql.query('SELECT body FROM "IdempotencyKey" WHERE key = $1', [ended])
  expect(stored[0].body.includes(statement)).toBe(text === 'A summary.')

  const [proof] = (await world.get(`/api/v1/missions/${id}`)).body.mission.proofs
  for (const part of [proof.id, null]) {
    await erase({ type: 'mission', id, part })
    const left = await fileOf(world, { missionId: id, receiptId: receipt.id })
    const [outcome, payment] = [await complete(), await pay()]
    expect([outcome.status, payment.status]).toEqual([200, 200])
    expect([outcome.body.receipt, payment.body.receipt]).toEqual([{ ...left.receipt, payments: [] }, left.receipt])
    expect(left.receipt.erased).toBeDefined()
    for (const { body } of [outcome, payment])
      expect(Object.values(await findingsOf({ ...left, receipt: body.receipt }))).not.toContain('invalid')
  }
  expect(await tablesWith(world, 'Kuno Kept')).toEqual([])
  expect((await erase({ type: 'mission', id })).texts).toEqual(new Map())
})

test('a field is erased alone, and its copies under other names with it', async () => {
  const name = 'Zoe Unikat'
  const story = await tellStory(world, name)
  await erase({ type: 'challenge', id: story.challengeId, fields: ['title', 'prompt'] })
  const { challenge } = (await world.get(`/api/v1/challenges/${story.challengeId}`)).body
  const { mission } = (await world.get(`/api/v1/missions/${story.missionId}`)).body
  expect([challenge.title, challenge.prompt, mission.title, mission.summary]).toEqual([MARK, MARK, MARK, MARK])
  expect([challenge.contenderA, mission.proofs[0].note]).toEqual([`${name} one`, `Draft of ${name}`])
  expect(await tablesWith(world, `Where ${name} lives`)).toEqual([])
  expect(await tablesWith(world, `${name} asked`)).toEqual([])
  expect(mission.files[0].erased).toBeUndefined()
})

test('the reason of a Muse’s unlinking is erased', async () => {
  const wallet = await openSession(world.base, world.sql)
  const id = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8f'
  await world.sql.query(
    `INSERT INTO "MuseLink" (id, "museId", wallet, method, "postUrl", code, "linkedAt")
      VALUES ($1, 'muse_zoe', $2, 'signed-post', 'https://community.example/board/lobby/1', 'code', now())`,
    [id, wallet.address],
  )
  await created(wallet.post('/api/v1/muse-links/unlink', { reason: 'Because of Kaspar Hauser.' }))
  const [admin, other, third] = [
    await world.admin(),
    await openSession(world.base, world.sql),
    await openSession(world.base, world.sql),
  ]
  const ofLink = { recordType: 'muse-link', recordId: id }
  const report = { ...ofLink, reason: 'It names Kaspar Hauser.' }
  const dismissed = (await created(other.post('/api/moderation/reports', report))).report
  await created(admin.post(`/api/moderation/reports/${dismissed.id}/dismiss`, { reason: 'Kaspar Hauser agreed.' }))
  await created(third.post('/api/moderation/reports', report))
  for (const action of ['hide', 'restore'])
    await created(admin.post('/api/moderation', { ...ofLink, action, reason: `To ${action} Kaspar Hauser.` }))
  await erase({ type: 'muse-link', id })
  expect((await world.get('/api/v1/muse-links?museId=muse_zoe')).body.links[0].unlinkReason).toBe(MARK)
  expect(await tablesWith(world, 'Kaspar Hauser')).toEqual([])
})

test('what a moderator said of another link of the same Muse stays, also in the same words', async () => {
  const [wallet, reporter, admin] = [await world.wallet(), await world.wallet(), await world.admin()]
  const links = ['019aa35c-0c00-7c3e-8f10-3b1f5a6c7d90', '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d91'] as const
  for (const id of links) {
    await world.sql.query(
      `INSERT INTO "MuseLink" (id, "museId", wallet, method, "postUrl", code, "linkedAt")
        VALUES ($1, 'muse_iris', $2, 'signed-post', 'https://community.example/board/lobby/1', 'code', now())`,
      [id, wallet.address],
    )
    await created(wallet.post('/api/v1/muse-links/unlink', { reason: 'Because.' }))
    const report = { recordType: 'muse-link', recordId: id, reason: 'Look at it.' }
    const { report: made } = await created(reporter.post('/api/moderation/reports', report))
    await created(admin.post(`/api/moderation/reports/${made.id}/dismiss`, { reason: 'It is fine.' }))
  }
  await erase({ type: 'muse-link', id: links[0] })
  const told: Json[] = (await reporter.get('/api/v1/notifications')).body.notifications
  expect(told.map(({ body }) => body)).toEqual([expect.stringContaining('It is fine.'), MARK])
})

test('another record keeps every word', async () => {
  const owner = await openSession(world.base, world.sql)
  const kept = await seedMission(owner, missionBody({ title: 'Not about Anna Blume' }))
  const erased = await seedMission(owner, missionBody({ title: 'Only about Anna Blume' }))
  await erase({ type: 'mission', id: erased.id })
  expect((await world.get(`/api/v1/missions/${kept.id}`)).body.mission.title).toBe('Not about Anna Blume')
  expect((await world.get(`/api/v1/missions/${erased.id}`)).body.mission.title).toBe(MARK)
})

test('a receipt is signed anew by the key in use alone: without it nothing is erased', async () => {
  const story = await tellStory(world)
  const { rows: keys } = await world.sql.query('SELECT * FROM "ServiceKey"')
  const whole = await world.get(`/api/v1/missions/${story.missionId}`)
  const guarded = async (statement: string, values: unknown[] = []) => {
    await world.sql.query('ALTER TABLE "ServiceKey" DISABLE TRIGGER USER')
    await world.sql.query(statement, values)
    await world.sql.query('ALTER TABLE "ServiceKey" ENABLE TRIGGER USER')
  }
  const order = { type: 'mission', id: story.missionId } as const
  const refused = async () => {
    await expect(erase(order)).rejects.toThrow('SERVICE_PRIVATE_KEY is not the key')
    expect((await world.get(`/api/v1/missions/${story.missionId}`)).text).toBe(whole.text)
    expect(await look(world, 'SELECT count(*)::int AS n FROM "Erasure" WHERE "recordId" = $1', [order.id])).toEqual({
      n: 0,
    })
  }
  await guarded('UPDATE "ServiceKey" SET until = now()')
  await refused()
  await guarded('DELETE FROM "ServiceKey"')
  await refused()
  for (const { publicKey, since } of keys)
    await guarded('INSERT INTO "ServiceKey" ("publicKey", since) VALUES ($1, $2)', [publicKey, since])
  expect((await erase(order)).texts.size).toBeGreaterThan(0)
})

test('what is left of a receipt is not signed for a time before its issue, where the clock of the service is ahead of the command’s', async () => {
  world.setClock(3600)
  const story = await tellStory(world)
  world.setClock(0)
  await erase({ type: 'mission', id: story.missionId })
  const left = await fileOf(world, story)
  expect(await findingsOf(left)).toMatchObject({ 'Content hash': 'unknown', 'Service signature': 'valid' })
  expect(Object.values(await findingsOf(left))).not.toContain('invalid')
})

test('nothing is erased while a post about it may still be sent, or where there is no such record', async () => {
  const story = await tellStory(world)
  const admin = await world.admin()
  const post = { kind: 'receipt', missionId: story.missionId, channel: 'lobby' }
  const { item } = await created(admin.post('/api/v1/platform-outbox', post))
  await expect(erase({ type: 'mission', id: story.missionId })).rejects.toThrow(item.id)
  expect((await world.get(`/api/v1/missions/${story.missionId}`)).text).toContain(NAME)
  await expect(erase({ type: 'mission', id: UNKNOWN_ID })).rejects.toThrow('There is no such mission.')
  await expect(erase({ type: 'challenge', id: story.missionId })).rejects.toThrow('There is no such challenge.')
})

test('the database lets nobody else change what is kept: not by the setting alone, nor with an old erasure', async () => {
  const story = await tellStory(world)
  const [old] = (await world.sql.query('SELECT id FROM "Erasure" LIMIT 1')).rows
  const client = await world.sql.connect()
  const within = async (id: string, statement: string, isNew: boolean) => {
    await client.query('BEGIN')
    try {
      if (isNew)
        await client.query(`INSERT INTO "Erasure" (id, "recordId", reason, at) VALUES ($1, $1, 'A test.', now())`, [id])
      await client.query(`SELECT set_config('trellis.erasing', $1, true)`, [id])
      await client.query(statement, [story.missionId])
    } finally {
      await client.query('ROLLBACK')
    }
  }
  const rewrite = `UPDATE "HistoryEvent" SET data = '{}' WHERE "recordId" = $1`
  const refused = { code: '23001' }
  try {
    await expect(within(UNKNOWN_ID, rewrite, false)).rejects.toMatchObject(refused)
    await expect(within(old.id, rewrite, false)).rejects.toMatchObject(refused)
    await expect(within(UNKNOWN_ID, rewrite, true)).resolves.toBeUndefined()
    for (const statement of [
      `UPDATE "HistoryEvent" SET data = '{}', hash = 'x' WHERE "recordId" = $1`,
      `UPDATE "HistoryEvent" SET actor = NULL WHERE "recordId" = $1`,
      `DELETE FROM "HistoryEvent" WHERE "recordId" = $1`,
      `UPDATE "SeedEntry" SET amount = 1000 WHERE "missionId" = $1`,
      `UPDATE "Receipt" SET "contentHash" = 'x' WHERE "missionId" = $1`,
      `UPDATE "Payment" SET "txHash" = 'x' WHERE "missionId" = $1`,
      `UPDATE "SignedVerdict" SET signature = 'x' WHERE verdict = 'approve' AND $1::uuid IS NOT NULL`,
      `UPDATE "Commitment" SET "committedBy" = 'x' WHERE "missionId" = $1`,
    ])
      await expect(within(UNKNOWN_ID, statement, true), statement).rejects.toMatchObject(refused)
  } finally {
    client.release()
  }
  await expect(world.sql.query('DELETE FROM "Erasure"')).rejects.toMatchObject(refused)
})

test('what only reads as if it had been erased is erased, and nobody can write it any more', async () => {
  const story = await tellStory(world)
  await world.sql.query(
    `INSERT INTO "Commitment" (id, "missionId", kind, description, url, "committedBy", "committedAt")
      VALUES (gen_random_uuid(), $1, 'work', '[erased: no] Gerda Fake', 'https://erased.invalid/Gerda-Fake', $2, now())`,
    [story.missionId, story.owner.address],
  )
  await erase({ type: 'mission', id: story.missionId })
  expect([await tablesWith(world, 'Gerda Fake'), await tablesWith(world, 'Gerda-Fake')]).toEqual([[], []])
  expect((await erase({ type: 'mission', id: story.missionId })).texts).toEqual(new Map())

  const offer = (over: object) =>
    story.owner.post(`/api/projects/${story.missionId}/commitments`, { kind: 'work', description: 'x', ...over })
  for (const [field, over] of [
    ['description', { description: '[erased: by nobody]' }],
    ['currency', { currency: '[Erased: USD' }],
    ['url', { url: 'https://erased.invalid/Gerda-Fake' }],
    ['url', { url: `https://a.erased.invalid./${'0'.repeat(64)}` }],
  ] as const) {
    const reply = await offer(over)
    expect([reply.status, reply.body.error.field], reply.text).toEqual([400, field])
  }
})

test('a part of a stranger’s that repeats a line of signed messages destroys none of them', async () => {
  const story = await tellStory(world)
  const { rows } = await world.sql.query(
    `INSERT INTO "Commitment" (id, "missionId", kind, description, "committedBy", "committedAt")
      VALUES (gen_random_uuid(), $1, 'work', 'Verdict: approve', $2, now()) RETURNING id`,
    [story.missionId, story.owner.address],
  )
  const messages = async () => (await world.sql.query('SELECT message, words FROM "SignedVerdict" ORDER BY id')).rows
  const [signed, whole] = [await messages(), await fileOf(world, story)]
  const findings = await findingsOf(whole)
  const erased = await erase({ type: 'mission', id: story.missionId, part: rows[0].id })
  expect(erased.texts).toEqual(new Map([['Commitment', 1]]))
  expect(await messages()).toEqual(signed)
  const left = await fileOf(world, story)
  expect(left.receipt).toEqual(whole.receipt)
  expect(await findingsOf(left)).toMatchObject(findings)
})
