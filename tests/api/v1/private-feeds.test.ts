import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { done, hide } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, dayFromNow, draftChallenge, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A wallet's own feeds, at an address that nobody can guess.

const SITE = { name: 'Trellis', base: 'https://trellis.example' }

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const addressOf = async (actor: Actor): Promise<Json> => (await actor.get('/api/v1/private-feed')).body.privateFeed
async function renew(actor: Actor): Promise<string> {
  const reply = await actor.post('/api/v1/private-feed', {})
  expect(reply.status, reply.text).toBe(201)
  const { news, deadlines } = await addressOf(actor)
  const [, secret = ''] = /\/feeds\/([A-Za-z0-9_-]{43})\/news\.xml$/.exec(news) ?? []
  expect(deadlines).toBe(news.replace('news.xml', 'deadlines.ics'))
  return secret
}
const walletOf = async (secret: string) => (await import('@/lib/feeds/private-feed')).walletOfFeed(secret)

test('there is none until it is made, one at most, and none after it is revoked', async () => {
  expect(await addressOf(owner)).toBeNull()
  const first = await renew(owner)
  expect(await renew(owner)).not.toBe(first)
  const second = await renew(owner)
  expect([await walletOf(first), await walletOf(second)]).toEqual([null, owner.address])
  expect((await world.sql.query('SELECT count(*)::int AS n FROM "PrivateFeed"')).rows).toEqual([{ n: 1 }])
  expect((await owner.post('/api/v1/private-feed/revoke', {})).body).toEqual({ revoked: true })
  expect((await owner.post('/api/v1/private-feed/revoke', {})).body).toEqual({ revoked: false })
  expect([await walletOf(second), await addressOf(owner)]).toEqual([null, null])
})

test('the secret stands nowhere in the database, not in answers kept for a replay either', async () => {
  const secret = await renew(owner)
  const { rows } = await world.sql.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  for (const { tablename } of rows) {
    const hit = await world.sql.query(`SELECT 1 FROM "${tablename}" t WHERE strpos(t::text, $1) > 0`, [secret])
    expect(hit.rowCount, tablename).toBe(0)
  }
})

test('of two wallets none reads the other’s, and what is no secret is nobody’s', async () => {
  const other = await world.wallet()
  const [mine, theirs] = [await renew(owner), await renew(other)]
  expect(mine).not.toBe(theirs)
  expect([await walletOf(mine), await walletOf(theirs)]).toEqual([owner.address, other.address])
  for (const secret of [
    '',
    'x',
    `${mine} `,
    `${mine}=`,
    mine.slice(1),
    mine.toLowerCase(),
    "' OR true --".padEnd(43, 'x'),
  ])
    expect(await walletOf(secret), secret).toBeNull()
})

test('the news are those of the inbox, without what only asks, and hidden records', async () => {
  const { newsDocument } = await import('@/lib/feeds/private-documents')
  const contributor = await world.wallet()
  const mission = await claimedMission(owner, contributor, { title: 'Bread & <b>roses</b>' })
  const gone = await claimedMission(owner, contributor, { title: 'To be hidden' })
  await hide(await world.admin(), 'mission', gone.id)
  const news = await newsDocument(owner.address, SITE, 'x'.repeat(43))
  expect(news).toContain('Bread &amp; &lt;b&gt;roses')
  expect(news).toContain(`href="https://trellis.example/missions/${mission.id}`)
  const authors = [...news.matchAll(/<author><name>(.*?)<\/name>/g)].map(([, author]) => author)
  expect(new Set(authors)).toEqual(new Set([SITE.name]))
  expect(news.match(/<entry>/g)?.length).toBe(
    (await owner.get('/api/v1/notifications')).body.notifications.filter(
      ({ kind }: Json) => !['decision-waiting', 'designated', 'proof-waiting', 'record-reported'].includes(kind),
    ).length,
  )
  expect(news).not.toContain(`missions/${gone.id}#`)
  expect(await newsDocument(owner.address, SITE, 'x'.repeat(43))).toBe(news)
  const designated = await world.wallet()
  await seedMission(owner, { contributorWallet: designated.address })
  expect(await newsDocument(designated.address, SITE, 'x'.repeat(43))).not.toContain('<entry>')
})

test('however often a wallet is called upon, its news stay', async () => {
  const { newsDocument } = await import('@/lib/feeds/private-documents')
  const contributor = await world.wallet()
  const { id } = await claimedMission(owner, contributor)
  await done(contributor.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' }))
  const told = async () => (await newsDocument(owner.address, SITE, 'x'.repeat(43))).match(/<entry>/g)?.length
  const before = await told()
  await world.sql.query(
    `INSERT INTO "Notification" (wallet, kind, title, body, href, "createdAt")
      SELECT $1, 'designated', 'You are named', 'Once more.', '/missions', now() FROM generate_series(1, 60)`,
    [owner.address],
  )
  expect(await told()).toBe(before)
})

test('the calendar has the days of what is under way, as owner and as contributor', async () => {
  const { deadlinesDocument } = await import('@/lib/feeds/private-documents')
  const [boss, worker] = [await world.wallet(), await world.wallet()]
  const mission = await claimedMission(boss, worker, { deadline: dayFromNow(9) })
  const challenge = await draftChallenge(boss)
  const cancelled = await draftChallenge(boss)
  await boss.post(`/api/v1/challenges/${cancelled.id}/cancel`, { reason: 'No.' })
  const days = async (wallet: string) =>
    [...(await deadlinesDocument(wallet, SITE)).matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  expect(await days(boss.address)).toEqual([
    `${challenge.id}-submissions`,
    `${challenge.id}-decision`,
    `${mission.id}-deadline`,
  ])
  expect(await days(worker.address)).toEqual([`${mission.id}-deadline`])
  expect(await days((await world.wallet()).address)).toEqual([])
  await seedMission(boss, { contributorWallet: worker.address, deadline: dayFromNow(1) })
  expect(await days(worker.address), 'to be designated is no deadline of one’s own').toEqual([`${mission.id}-deadline`])
})

test('a calendar keeps what is under way, however much has ended since', async () => {
  const busy = await world.wallet()
  const { id } = await seedMission(busy, { title: 'The oldest of all, still under way', deadline: dayFromNow(40) })
  for (let ended = 0; ended < LIST_LIMIT_MAX; ended += 1) {
    const mission = await seedMission(busy)
    const outcome = { outcome: 'abandoned', statement: 'It ended.' }
    expect((await busy.post(`/api/v1/missions/${mission.id}/complete`, outcome)).status).toBe(201)
  }
  const { deadlinesDocument } = await import('@/lib/feeds/private-documents')
  const calendar = await deadlinesDocument(busy.address, SITE)
  expect(calendar.match(/^UID:.*$/gm)).toEqual([expect.stringContaining(id)])
})
