import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { draftChallenge } from '@/tests/support/story'

// What the database itself refuses, whoever asks: facts of the connector are added and decided once.

const RESTRICT_VIOLATION = '23001'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'

let world: PlatformWorld
let challenge: Json
let owner: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  owner = await world.wallet()
  const admin = await world.admin()
  const muse = await world.sandbox.muse()
  await linkMuse(owner, muse)
  challenge = await draftChallenge(owner)
  const at = `/api/v1/challenges/${challenge.id}`
  const root = await world.sandbox.post(world.own, { text: 'Here.' })
  for (const text of ['One.', 'Two.', 'Three.']) await world.sandbox.post(muse, { text, parent: root })
  await owner.post(`${at}/musebook`, { channel: 'lobby', originPostUrl: world.sandbox.url(root) })
  const { proposals } = (await owner.post(`${at}/musebook/sync`)).body
  await owner.post(`${at}/proposals/${proposals[0].id}/accept`, { side: 'A' })
  const body = { kind: 'announce', challengeId: challenge.id }
  const [one, other] = [
    await admin.post('/api/v1/platform-outbox', body),
    await admin.post('/api/v1/platform-outbox', body),
  ]
  const { item } = one.body
  await admin.post(`/api/v1/platform-outbox/${item.id}/approve`, { payloadHash: item.payloadHash })
  expect(other.status).toBe(201)
})
afterAll(() => world.close())

const run = (statement: string, values: unknown[] = []) => world.sql.query(statement, values)
const refused = (statement: string, code: string) => expect(run(statement)).rejects.toMatchObject({ code })

describe.each([
  ['Proposal', `text = 'other'`, `status = 'pending'`],
  ['Proposal', `"museId" = 'muse_other'`, `true`],
  ['Proposal', `status = 'rejected', side = NULL`, `status = 'accepted'`],
  ['Proposal', `"decidedBy" = 'somebody'`, `status = 'accepted'`],
  ['OutboxItem', `payload = '{}'`, `state = 'preview'`],
  ['OutboxItem', `"createdBy" = 'somebody'`, `state = 'preview'`],
  ['OutboxItem', `channel = 'garden'`, `state = 'sent'`],
  ['OutboxItem', `state = 'preview', "postId" = NULL, "postUrl" = NULL, "sentAt" = NULL`, `state = 'sent'`],
  ['OutboxItem', `attempts = 7`, `state = 'sent'`],
  ['MuseLink', `wallet = 'somebody'`, `true`],
  ['MuseLink', `signature = 'other'`, `true`],
])('%s', (table, change, where) => {
  test(`refuses ${change}`, async () => {
    const before = await run(`SELECT t::text FROM "${table}" t WHERE ${where} ORDER BY 1`)
    expect(before.rowCount).toBeGreaterThan(0)
    await refused(`UPDATE "${table}" SET ${change} WHERE ${where}`, RESTRICT_VIOLATION)
    expect((await run(`SELECT t::text FROM "${table}" t WHERE ${where} ORDER BY 1`)).rows).toEqual(before.rows)
  })
})

test.each(['Proposal', 'OutboxItem', 'MuseLink'])('nothing of %s is deleted', async (table) => {
  await refused(`DELETE FROM "${table}"`, RESTRICT_VIOLATION)
  await refused(`TRUNCATE "${table}" CASCADE`, RESTRICT_VIOLATION)
})

test('a link that has ended is not ended again, nor begun again', async () => {
  const wallet = await world.wallet()
  await linkMuse(wallet, await world.sandbox.muse())
  await wallet.post('/api/v1/muse-links/unlink')
  const where = `WHERE wallet = '${wallet.address}'`
  await refused(`UPDATE "MuseLink" SET "unlinkReason" = 'other' ${where}`, RESTRICT_VIOLATION)
  await refused(`UPDATE "MuseLink" SET "unlinkedAt" = NULL, "unlinkedBy" = NULL ${where}`, RESTRICT_VIOLATION)
})

describe('a second one of what there is one of', () => {
  const copy = (table: string, columns: Record<string, string>, where: string) => {
    const set = Object.entries(columns).map(([name, value]) => `, '${name}', ${value}`)
    return `INSERT INTO "${table}" SELECT (jsonb_populate_record(t, to_jsonb(t) || jsonb_build_object('id', '${randomUUID()}'${set.join('')}))).*
      FROM "${table}" t WHERE ${where} LIMIT 1`
  }

  test('is refused: a reply, a post, a sent announcement, a link', async () => {
    await refused(copy('Proposal', {}, 'true'), UNIQUE_VIOLATION)
    await refused(copy('OutboxItem', {}, `state = 'sent'`), UNIQUE_VIOLATION)
    await refused(copy('OutboxItem', { postId: '999998' }, `state = 'sent'`), UNIQUE_VIOLATION)
    await refused(`UPDATE "OutboxItem" SET state = 'approved' WHERE state = 'preview'`, UNIQUE_VIOLATION)
    await refused(copy('MuseLink', { wallet: `'other'` }, '"unlinkedAt" IS NULL'), UNIQUE_VIOLATION)
    await refused(copy('MuseLink', { museId: `'muse_other'` }, '"unlinkedAt" IS NULL'), UNIQUE_VIOLATION)
    const used = await run(`SELECT "proposalId" FROM "Submission" WHERE "proposalId" IS NOT NULL`)
    await expect(
      run(
        `INSERT INTO "Submission" ("challengeId", side, url, "submittedBy", "submittedAt", "proposalId")
         VALUES ($1, 'B', 'x', 'y', now(), $2)`,
        [challenge.id, used.rows[0].proposalId],
      ),
    ).rejects.toMatchObject({ code: UNIQUE_VIOLATION })
    // A side has one response that is shown, whatever it comes from.
    await refused(copy('Submission', { proposalId: 'NULL' }, '"hiddenAt" IS NULL'), UNIQUE_VIOLATION)
  })

  test('a half told decision, post or proof is refused', async () => {
    await refused(`UPDATE "Proposal" SET status = 'accepted' WHERE status = 'pending'`, CHECK_VIOLATION)
    await refused(
      `UPDATE "Proposal" SET status = 'accepted', "decidedBy" = 'x', "decidedAt" = now() WHERE status = 'pending'`,
      CHECK_VIOLATION,
    )
    await refused(`UPDATE "OutboxItem" SET state = 'sent' WHERE state = 'preview'`, CHECK_VIOLATION)
    await refused(
      copy(
        'OutboxItem',
        { state: `'preview'`, postId: 'NULL', postUrl: 'NULL', sentAt: 'NULL', payload: `'{}'` },
        'true',
      ),
      CHECK_VIOLATION,
    )
    await refused(
      copy('MuseLink', { wallet: `'other'`, museId: `'muse_other'`, signature: 'NULL' }, 'true'),
      CHECK_VIOLATION,
    )
    await refused(`UPDATE "MuseLink" SET "unlinkReason" = 'because' WHERE "unlinkedAt" IS NULL`, CHECK_VIOLATION)
  })
})
