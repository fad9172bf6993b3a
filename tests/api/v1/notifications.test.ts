import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { planOf } from '@/tests/support/plan'
import {
  challengeBody,
  claimedMission,
  dayFromNow,
  decidedChallenge,
  draftChallenge,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const LIST = '/api/v1/notifications'
const READ = '/api/v1/notifications/read'
const NOT_A_LIST = 'This field must be a list of notification ids.'

let world: World
let other: Actor
beforeAll(async () => {
  world = await openWorld()
  other = await world.wallet()
})
afterAll(() => world.close())

/** A wallet with so many notifications, each of a mission of its own that somebody claimed. */
async function told(count: number): Promise<{ wallet: Actor; missions: Json[] }> {
  const wallet = await world.wallet()
  const missions: Json[] = []
  for (let index = 0; index < count; index++) missions.push(await claimedMission(wallet, other))
  return { wallet, missions }
}

const list = async (wallet: Actor, query = ''): Promise<Json> => (await wallet.get(`${LIST}${query}`)).body
const idsOf = (body: Json): number[] => body.notifications.map(({ id }: Json) => id)
const unreadOf = (body: Json): number[] => body.notifications.filter((it: Json) => !it.read).map(({ id }: Json) => id)

describe('the list', () => {
  test('shows the newest first, each with its words, its link and its time', async () => {
    const { wallet, missions } = await told(2)
    const { notifications, unread, nextCursor } = await list(wallet)
    expect(notifications.map(({ href }: Json) => href)).toEqual(
      missions.toReversed().map((mission) => `/missions/${mission.id}`),
    )
    expect(notifications[0]).toEqual({
      id: expect.any(Number),
      kind: 'mission-claimed',
      title: 'Your mission has a contributor',
      body: '“Write the newcomer guide” was claimed.',
      href: `/missions/${missions[1]?.id}`,
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(unread).toBe(2)
    expect(nextCursor).toBeNull()
  })

  test('is empty for a wallet that nothing happened to', async () => {
    expect(await list(await world.wallet())).toEqual({ notifications: [], unread: 0, nextCursor: null })
  })

  test.each([1, 2, 3, 4])('walked by pages of %i gives each one exactly once', async (limit) => {
    const { wallet } = await told(3)
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Json = await list(wallet, `?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      expect(page.unread, 'of all, not of the page').toBe(3)
      seen.push(...idsOf(page))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(idsOf(await list(wallet)))
  })

  test('of news leaves out what only requests an action, and counts without it; an index gives it', async () => {
    const [owner, wallet] = [await world.wallet(), await world.wallet()]
    const { id } = await seedMission(owner, { contributorWallet: wallet.address })
    await seedMission(owner, { contributorWallet: wallet.address })
    await wallet.post(`/api/v1/missions/${id}/claim`)
    await owner.post(`/api/v1/missions/${id}/deadline`, { deadline: dayFromNow(90), reason: 'Summer.' })
    expect((await list(wallet)).unread).toBe(3)
    const { notifications, unread } = await list(wallet, '?news=true')
    expect([notifications.map(({ kind }: Json) => kind), unread]).toEqual([['deadline-moved'], 1])
    await world.sql.query(
      `INSERT INTO "Notification" (wallet, kind, title, body, href, "createdAt")
        SELECT $1, 'designated', '', '', '', now() FROM generate_series(1, 3000)`,
      [other.address],
    )
    await world.sql.query('ANALYZE "Notification"')
    const sent = recordStatements()
    await list(other, '?news=true')
    const limited = (await planOf(world.sql, sent.at(-1) ?? '')).join('\n').split('Limit')[1]
    expect(limited).toContain('Index Scan using "Notification_news"')
    expect(limited).not.toContain('Sort')
    await world.sql.query(`DELETE FROM "Notification" WHERE wallet = $1 AND title = ''`, [other.address])
  })

  test('is the caller’s own: nobody sees another wallet’s, and a wallet in the query changes nothing', async () => {
    const { wallet } = await told(1)
    const stranger = await world.wallet()
    expect(idsOf(await list(stranger, `?wallet=${wallet.address}`))).toEqual([])
  })

  test('needs a session', async () => {
    expectRefused(await world.get(LIST), 401)
  })

  test.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=one'],
    ['cursor', '?cursor=!'],
    ['cursor', `?cursor=${Buffer.from('9999999999').toString('base64url')}`],
    ['cursor', `?cursor=${Buffer.from('not a number').toString('base64url')}`],
  ])('names %s when it is wrong: %s', async (field, query) => {
    expectRefused(await other.get(`${LIST}${query}`), 400, field)
  })
})

describe('marking as read', () => {
  test('by ids marks these alone, and says how many are left', async () => {
    const { wallet } = await told(3)
    const [newest, middle, oldest] = idsOf(await list(wallet))
    const reply = await wallet.post(READ, { ids: [newest, oldest] })
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 201, body: { unread: 1 } })
    const after = await list(wallet)
    expect(unreadOf(after)).toEqual([middle])
    expect(after.unread).toBe(1)
  })

  test('of the calls to action leaves the news unread', async () => {
    const [owner, wallet] = [await world.wallet(), await world.wallet()]
    const { id } = await seedMission(owner, { contributorWallet: wallet.address })
    await claimedMission(wallet, other)
    expect((await wallet.post(READ, { calls: true })).body).toEqual({ unread: 1 })
    const { notifications } = await list(wallet, `?recordId=${id}`)
    expect(notifications).toMatchObject([{ kind: 'designated', read: true }])
    expectRefused(await wallet.post(READ, { calls: false }), 400, 'calls')
  })

  test('twice changes nothing more: the time of the first reading stays', async () => {
    const { wallet } = await told(1)
    const [id] = idsOf(await list(wallet))
    const readAt = async () =>
      (await world.sql.query('SELECT "readAt" FROM "Notification" WHERE id = $1', [id])).rows[0].readAt
    await wallet.post(READ, { ids: [id] })
    const first = await readAt()
    world.setClock(60)
    const again = await wallet.post(READ, { ids: [id, id] })
    world.setClock(0)
    expect(again.body).toEqual({ unread: 0 })
    expect(await readAt()).toEqual(first)
  })

  test.each([true, 'true', 1])('all, said as %j, marks every one, ids or not', async (all) => {
    const { wallet } = await told(2)
    expect((await wallet.post(READ, { all, ids: [] })).body).toEqual({ unread: 0 })
    expect(unreadOf(await list(wallet))).toEqual([])
  })

  test.each([false, 'false', 0])('all, said as %j, marks only the ids beside it', async (all) => {
    const { wallet } = await told(2)
    const [newest, oldest] = idsOf(await list(wallet))
    expect((await wallet.post(READ, { all })).body).toEqual({ unread: 2 })
    expect((await wallet.post(READ, { all, ids: [newest] })).body).toEqual({ unread: 1 })
    expect(unreadOf(await list(wallet))).toEqual([oldest])
  })

  test('passes over ids of other wallets and ids that do not exist', async () => {
    const [mine, theirs] = [await told(1), await told(1)]
    const ids = [...idsOf(await list(theirs.wallet)), 2_147_483_647]
    const reply = await mine.wallet.post(READ, { ids })
    expect({ status: reply.status, body: reply.body }).toEqual({ status: 201, body: { unread: 1 } })
    expect((await list(theirs.wallet)).unread).toBe(1)
    expect((await mine.wallet.post(READ, { all: true })).status).toBe(201)
    expect((await list(theirs.wallet)).unread).toBe(1)
  })

  test('answers a repeated key with the first answer', async () => {
    const { wallet } = await told(2)
    const key = 'mark-them-once'
    const [newest, oldest] = idsOf(await list(wallet))
    const first = await wallet.post(READ, { ids: [newest] }, { key })
    await wallet.post(READ, { ids: [oldest] })
    const again = await wallet.post(READ, { ids: [newest] }, { key })
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
    expectRefused(await wallet.post(READ, { ids: [oldest] }, { key }), 422)
  })

  test('takes at most 500 ids at once', async () => {
    const wallet = await world.wallet()
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    expect((await wallet.post(READ, { ids: ids(500) })).status).toBe(201)
    expectRefused(await wallet.post(READ, { ids: ids(501) }), 400, 'ids')
  })

  test.each([
    ['ids', {}],
    ['ids', { ids: null }],
    ['ids', { ids: 1 }],
    ['ids', { ids: '1' }],
    ['ids.0', { ids: ['1'] }],
    ['ids.0', { ids: [0] }],
    ['ids.0', { ids: [-1] }],
    ['ids.0', { ids: [1.5] }],
    ['ids.1', { ids: [1, 2_147_483_648] }],
    ['all', { all: 2 }],
    ['all', { all: 'yes' }],
    ['all', { all: 'TRUE' }],
    ['all', { all: null }],
    ['all', { all: [] }],
  ])('names %s when the body is %j', async (field, body) => {
    expectRefused(await other.post(READ, body), 400, field)
  })

  test('says what a list of ids is', async () => {
    expect((await other.post(READ, { ids: 'all' })).body.error.message).toBe(NOT_A_LIST)
  })

  test('needs a session and a well-formed key, and leaves nothing marked without them', async () => {
    const { wallet } = await told(1)
    expectRefused(await world.send('POST', READ, { all: true }), 401)
    expectRefused(await wallet.post(READ, { all: true }, { key: 'short' }), 400, 'Idempotency-Key')
    expect((await list(wallet)).unread).toBe(1)
  })
})

describe('of one record', () => {
  test('are listed alone, and the unread ones of them; the count stays that of all', async () => {
    const { wallet, missions } = await told(2)
    const [first, second] = missions.map(({ id }: Json) => id)
    const ofFirst = await list(wallet, `?recordId=${first}&unread=true`)
    expect([ofFirst.notifications.map(({ href }: Json) => href), ofFirst.unread]).toEqual([[`/missions/${first}`], 2])
    expect((await wallet.post(READ, { recordId: first })).body).toEqual({ unread: 1 })
    expect((await list(wallet, `?recordId=${first}&unread=true`)).notifications).toEqual([])
    expect((await list(wallet, `?recordId=${first}`)).notifications).toHaveLength(1)
    expect(unreadOf(await list(wallet))).toEqual(idsOf(await list(wallet, `?recordId=${second}`)))
  })

  test('are marked for the caller alone; a record that told them nothing changes nothing', async () => {
    const { wallet, missions } = await told(1)
    const stranger = await world.wallet()
    expect((await stranger.post(READ, { recordId: missions[0].id })).body).toEqual({ unread: 0 })
    expect((await wallet.post(READ, { recordId: crypto.randomUUID() })).body).toEqual({ unread: 1 })
  })

  test.each([
    ['recordId', '?recordId=1'],
    ['unread', '?unread=maybe'],
  ])('name %s when it is wrong: %s', async (field, query) => {
    expectRefused(await other.get(`${LIST}${query}`), 400, field)
  })

  test('name recordId when the body is wrong', async () => {
    expectRefused(await other.post(READ, { recordId: 'this one' }), 400, 'recordId')
  })
})

test('what a verifier wrote stands in what is told of their verdict', async () => {
  const [owner, verifier] = [await world.wallet(), await world.verifier()]
  const contributor = await world.wallet()
  const { proof } = await provenMission(owner, contributor)
  const reason = 'The page lacks the third answer.'
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'request-changes', reason })
  for (const wallet of [owner, contributor]) {
    const [newest] = (await list(wallet)).notifications
    expect(newest.body).toBe(
      `Proof for “Write the newcomer guide” was sent back with changes requested. The verifier wrote: ${reason}`,
    )
  }
  const challenge = await decidedChallenge(world, owner)
  const explanation = 'The post says the opposite.'
  await verifier.signed(`/api/v1/challenges/${challenge.id}/verify-decision`, { verdict: 'reject', explanation })
  const [rejected] = (await list(owner)).notifications
  expect(rejected.body).toMatch(new RegExp(`Record it again\\. The verifier wrote: ${explanation}$`))
})

test('a refused write tells nobody', async () => {
  const owner = await world.wallet()
  const { id } = await seedMission(owner)
  expectRefused(await owner.post(`/api/v1/missions/${id}/claim`), 403)
  const challenge = await draftChallenge(owner, challengeBody({ submissions: [] }))
  const link = { side: 'A', url: 'http://example.org/not-https' }
  expectRefused(await other.post(`/api/v1/challenges/${challenge.id}/submissions`, link), 400, 'url')
  expect((await list(owner)).notifications).toEqual([])
})
