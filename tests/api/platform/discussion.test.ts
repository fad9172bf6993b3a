import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import type { Muse } from '@/tests/support/sandbox'
import { bothLinks, dayFromNow, draftChallenge, openChallenge, verifiedChallenge } from '@/tests/support/story'
import { UNKNOWN_ID } from '@/tests/support/walk'

// A challenge's discussion, against the sandbox.

let world: PlatformWorld
let owner: Actor
let stranger: Actor
let ada: Muse
let bela: Muse
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[ada, bela] = await Promise.all([world.sandbox.muse('Ada'), world.sandbox.muse('Bela')])
})
beforeEach(async () => {
  world.setClock(0)
  ;[owner, stranger] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const at = (id: string) => `/api/v1/challenges/${id}`
const discussion = async (id: string): Promise<Json> => (await world.get(`${at(id)}/musebook`)).body
const history = async (id: string): Promise<Json[]> => (await world.get(at(id))).body.challenge.history
const kinds = async (id: string) => (await history(id)).map((event) => event.kind)

/** A thread with its root, by Ada. */
const newThread = (text = 'Which one?') => world.sandbox.post(ada, { text })
const link = (who: Actor, id: string, root: number, channel = 'lobby') =>
  who.post(`${at(id)}/musebook`, { channel, originPostUrl: world.sandbox.url(root, channel) })
const sync = (who: Actor, id: string) => who.post(`${at(id)}/musebook/sync`)

/** A challenge that is linked to a thread with such replies, synced. */
async function discussed(replies: readonly (readonly [Muse, string])[]): Promise<{ id: string; root: number }> {
  const { id } = await draftChallenge(owner)
  const root = await newThread()
  for (const [muse, text] of replies) await world.sandbox.post(muse, { text, parent: root })
  expect((await link(owner, id, root)).status).toBe(201)
  const reply = await sync(owner, id)
  expect(reply.status, reply.text).toBe(201)
  return { id, root }
}

describe('the link', () => {
  test('a challenge without one says so', async () => {
    const { id } = await draftChallenge(owner)
    expect(await discussion(id)).toEqual({ link: null, proposals: [], posts: [] })
  })

  test('names the channel and the thread, and stands in the history', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    const reply = await link(owner, id, root)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body).toMatchObject({
      link: {
        challengeId: id,
        channel: 'lobby',
        originPostUrl: world.sandbox.url(root),
        threadUrl: world.sandbox.url(root),
        linkedBy: owner.address,
        lastSync: null,
      },
      proposals: [],
      posts: [],
    })
    expect(reply.body).toEqual(await discussion(id))
    expect((await history(id)).at(-1)).toMatchObject({
      kind: 'discussion-linked',
      actor: owner.address,
      data: { channel: 'lobby', threadUrl: world.sandbox.url(root) },
    })
  })

  test('takes the short form of a post’s address, and a channel alone', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    const short = { channel: 'lobby', originPostUrl: `${world.sandbox.base}/p/${root}` }
    expect((await owner.post(`${at(id)}/musebook`, short)).body.link.threadUrl).toBe(world.sandbox.url(root))
    const bare = await owner.post(`${at(id)}/musebook`, { channel: 'garden' })
    expect(bare.body.link).toMatchObject({ channel: 'garden', originPostUrl: null, threadUrl: null })
  })

  test('is corrected by a sync where the post is in another channel, on record and once', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    await world.sandbox.post(bela, { text: 'Mine.', parent: root })
    await owner.post(`${at(id)}/musebook`, { channel: 'garden', originPostUrl: `${world.sandbox.base}/p/${root}` })
    const before = (await history(id)).length
    expect((await sync(owner, id)).status).toBe(201)
    expect((await discussion(id)).link).toMatchObject({ channel: 'lobby', threadUrl: world.sandbox.url(root) })
    expect((await history(id)).slice(before)).toMatchObject([
      { kind: 'discussion-linked', actor: null, data: { channel: 'lobby', threadUrl: world.sandbox.url(root) } },
      { kind: 'proposals-imported', actor: owner.address },
    ])
    expect((await sync(owner, id)).status).toBe(201)
    expect(await history(id)).toHaveLength(before + 2)
  })

  test.each(['caf%C3%A9', 'cafe%CC%81', 'caf\u00e9', '%20caf%C3%A9'])(
    'names the channel as its address does, however that spells it: %s',
    async (segment) => {
      const { id } = await draftChallenge(owner)
      const originPostUrl = `${world.sandbox.base}/board/${segment}/7`
      const reply = await owner.post(`${at(id)}/musebook`, { channel: 'cafe\u0301', originPostUrl })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.body.link.channel).toBe('caf\u00e9')
    },
  )

  test('is the owner’s to make', async () => {
    const { id } = await draftChallenge(owner)
    expectRefused(await link(stranger, id, 1), 403)
    expectRefused(await link(owner, UNKNOWN_ID, 1), 404)
  })

  test.each([
    ['a post elsewhere', { channel: 'lobby', originPostUrl: 'https://elsewhere.example/p/1' }, 'originPostUrl'],
    ['a post in another channel', { channel: 'lobby', originPostUrl: 'BASE/board/garden/1' }, 'originPostUrl'],
    ['no post', { channel: 'lobby', originPostUrl: 'BASE/about' }, 'originPostUrl'],
    ['a post in no channel', { channel: 'lobby', originPostUrl: 'BASE/board/%00/1' }, 'originPostUrl'],
    ['an empty channel', { channel: ' ' }, 'channel'],
    ['a channel of two lines', { channel: 'a\nb' }, 'channel'],
  ])('refuses %s', async (_what, body, field) => {
    const { id } = await draftChallenge(owner)
    const sent = JSON.parse(JSON.stringify(body).replace('BASE', world.sandbox.base))
    const reply = await owner.post(`${at(id)}/musebook`, sent)
    expectRefused(reply, 400, field)
  })

  test('is made anew at most twenty times, also by several at once; the record goes on working', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    for (let count = 0; count < 20; count++) expect((await link(owner, id, root)).status).toBe(201)
    const replies = await Promise.all([0, 1, 2, 3, 4].map(() => link(owner, id, root)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const refused = await link(owner, id, root)
    expectRefused(refused, 409)
    expect(refused.body.error.message).toBe('A discussion is linked anew at most 20 times, so its link stays as it is.')
    const links = (await history(id)).filter(({ kind }) => kind === 'discussion-linked')
    expect(links).toHaveLength(21)
    // From before there was a cap.
    await world.sql.query(
      `INSERT INTO "HistoryEvent" SELECT "recordId", -seq, kind, actor, at, "from", "to", data, "prevHash", hash
       FROM "HistoryEvent" WHERE "recordId" = $1 AND kind = 'discussion-linked'`,
      [id],
    )
    expectRefused(await link(owner, id, root), 409)
    expect((await sync(owner, id)).status).toBe(201)
    expect((await discussion(id)).link).toMatchObject({ threadUrl: world.sandbox.url(root) })
  })

  test('stays as it is once a reply was imported', async () => {
    const { id } = await discussed([[bela, 'Mine.']])
    expectRefused(await link(owner, id, await newThread()), 409)
  })

  test('of a challenge that has ended is refused, and so is its sync', async () => {
    const { id } = await draftChallenge(owner)
    await link(owner, id, await newThread())
    await owner.post(`${at(id)}/cancel`, { reason: 'Over.' })
    expectRefused(await link(owner, id, 1), 409)
    expectRefused(await sync(owner, id), 409)
  })

  test('of a hidden challenge reads 404 and writes 410', async () => {
    const { id } = await discussed([[bela, 'Mine.']])
    const { proposals } = await discussion(id)
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [id])
    expectRefused(await world.get(`${at(id)}/musebook`), 404)
    expectRefused(await link(owner, id, 1), 410)
    expectRefused(await sync(owner, id), 410)
    for (const deed of ['accept', 'reject'])
      expectRefused(await owner.post(`${at(id)}/proposals/${proposals[0].id}/${deed}`, { side: 'A' }), 410)
  })
})

describe('a sync', () => {
  test('makes proposals of replies at any depth, oldest first, and of nothing else', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    const first = await world.sandbox.post(bela, { text: 'The first.', parent: root })
    const second = await world.sandbox.post(ada, { text: 'Under it.', parent: first })
    await world.sandbox.post(world.own, { text: 'The service reads along.', parent: root })
    const third = await world.sandbox.postAnonymously('Passer by', { text: 'Me too.', parent: second })
    await link(owner, id, root)
    const reply = await sync(owner, id)
    expect(reply.status, reply.text).toBe(201)
    const { proposals } = reply.body
    expect(proposals.map((proposal: Json) => [proposal.postId, proposal.text, proposal.museId])).toEqual([
      [String(first), 'The first.', bela.museId],
      [String(second), 'Under it.', ada.museId],
      [String(third), 'Me too.', 'anon:passer-by'],
    ])
    expect(proposals[0]).toMatchObject({
      authorName: 'Bela',
      url: world.sandbox.url(first),
      status: 'pending',
      side: null,
      decidedBy: null,
      decidedAt: null,
    })
    expect(reply.body.link.lastSync).toMatchObject({ status: 'complete', imported: 3, message: null })
    const event = (await history(id)).at(-1)
    expect(event).toMatchObject({ kind: 'proposals-imported', actor: owner.address, from: null, to: null })
    expect(event.data.proposals.map((one: Json) => one.proposalId)).toEqual(proposals.map((one: Json) => one.id))
  })

  test('imports each reply once, and what is new later', async () => {
    const { id, root } = await discussed([[bela, 'One.']])
    const [first] = (await discussion(id)).proposals
    expect((await sync(owner, id)).body).toMatchObject({
      proposals: [first],
      link: { lastSync: { status: 'complete', imported: 0 } },
    })
    expect((await kinds(id)).filter((kind) => kind === 'proposals-imported')).toHaveLength(1)
    await world.sandbox.post(ada, { text: 'Two.', parent: root })
    const { proposals } = (await sync(owner, id)).body
    expect(proposals.map((proposal: Json) => proposal.text)).toEqual(['One.', 'Two.'])
    expect(proposals[0]).toEqual(first)
  })

  test('takes three of a Muse, and says what it left', async () => {
    const { id } = await discussed([1, 2, 3, 4, 5].map((count) => [bela, `Number ${count}.`]))
    const { link: linked, proposals } = await discussion(id)
    expect(proposals.map((proposal: Json) => proposal.text)).toEqual(['Number 1.', 'Number 2.', 'Number 3.'])
    expect(linked.lastSync).toMatchObject({
      status: 'partial',
      imported: 3,
      message: '2 replies were left out: a Muse has at most 3 proposals here.',
    })
  })

  test('takes fifty of all, the oldest, also over several syncs', async () => {
    const { id } = await draftChallenge(owner)
    const root = await newThread()
    await link(owner, id, root)
    const say = async (from: number, to: number) => {
      for (let count = from; count <= to; count++)
        await world.sandbox.postAnonymously(`Guest ${count}`, { text: `Word ${count}`, parent: root })
    }
    await say(1, 20)
    expect((await sync(owner, id)).body.proposals).toHaveLength(20)
    await say(21, 53)
    const { proposals, link: linked } = (await sync(owner, id)).body
    expect(proposals.map((proposal: Json) => proposal.text)).toEqual(
      Array.from({ length: 50 }, (_, place) => `Word ${place + 1}`),
    )
    expect(linked.lastSync).toMatchObject({
      status: 'partial',
      imported: 30,
      message: '3 replies were left out: a challenge takes at most 50 proposals.',
    })
  })

  test('is the owner’s, and needs a thread', async () => {
    const { id } = await draftChallenge(owner)
    expectRefused(await sync(owner, id), 409)
    await owner.post(`${at(id)}/musebook`, { channel: 'lobby' })
    expectRefused(await sync(owner, id), 409)
    await link(owner, id, await newThread())
    expectRefused(await sync(stranger, id), 403)
    expectRefused(await sync(await world.admin(), id), 403)
    expectRefused(await sync(owner, UNKNOWN_ID), 404)
  })

  test('of a thread that the platform cannot read is 503, once and for all, and changes nothing', async () => {
    const { id } = await draftChallenge(owner)
    await link(owner, id, 2, 'attic')
    const before = [await discussion(id), await history(id)]
    const reply = await sync(owner, id)
    expectRefused(reply, 503)
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
    expect([await discussion(id), await history(id)]).toEqual(before)
  })

  test('of a thread that is not there is 409', async () => {
    const { id } = await draftChallenge(owner)
    await link(owner, id, 999_999)
    const refused = await sync(owner, id)
    expectRefused(refused, 409)
    expect(refused.body.error.message).toMatch(
      /^The community platform has no such post any more, .+ Nothing was changed\.$/,
    )
  })

  test('with the same key again gives the same answer, and asks nobody', async () => {
    const { id, root } = await discussed([[bela, 'One.']])
    const key = `again-${id}`
    const first = await owner.post(`${at(id)}/musebook/sync`, {}, { key })
    await world.sandbox.post(ada, { text: 'Later.', parent: root })
    const again = await owner.post(`${at(id)}/musebook/sync`, {}, { key })
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test('is done again by the schedule while responses are taken, and the owner is told', async () => {
    const { id, root } = await discussed([[bela, 'One.']])
    await world.sql.query(`UPDATE "PlatformThread" SET "syncedAt" = NULL WHERE "challengeId" <> $1`, [id])
    await world.sandbox.post(ada, { text: 'Two.', parent: root })
    await world.tick()
    expect((await discussion(id)).proposals).toHaveLength(1)
    world.setClock(16 * 60)
    await world.tick()
    const { proposals } = await discussion(id)
    expect(proposals.map((proposal: Json) => proposal.text)).toEqual(['One.', 'Two.'])
    expect((await history(id)).at(-1)).toMatchObject({ kind: 'proposals-imported', actor: null })
    const { notifications } = (await owner.get('/api/v1/notifications')).body
    expect(notifications.map((notice: Json) => [notice.kind, notice.href])).toEqual([
      ['proposal-imported', `/challenges/${id}`],
    ])
    // Whether a side still takes a response is told where it is so: on the page.
    expect(notifications[0].body).toBe(
      'One reply in the thread of “Which greeting helps a newcomer?” became a proposal. Read what was said.',
    )
    await world.sandbox.post(ada, { text: 'Three.', parent: root })
    world.passDays(2)
    await world.tick()
    expect((await discussion(id)).proposals).toHaveLength(2)
  })
})

describe('a proposal', () => {
  const accept = (who: Actor, id: string, pid: string, side: string) =>
    who.post(`${at(id)}/proposals/${pid}/accept`, { side })
  const reject = (who: Actor, id: string, pid: string) => who.post(`${at(id)}/proposals/${pid}/reject`)
  const two = () =>
    discussed([
      [ada, 'Ada says.'],
      [bela, 'Bela says.'],
    ])

  test('that is accepted becomes its side’s permanent link; with both the challenge opens', async () => {
    const { id } = await two()
    const [first, second] = (await discussion(id)).proposals
    const reply = await accept(owner, id, first.id, 'A')
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.proposals[0]).toMatchObject({ status: 'accepted', side: 'A', decidedBy: owner.address })
    await accept(owner, id, second.id, 'B')
    const { challenge } = (await world.get(at(id))).body
    expect(challenge.state).toBe('OPEN')
    expect(challenge.submissions).toMatchObject({
      A: { url: first.url, proposalId: first.id, submittedBy: owner.address },
      B: { url: second.url, proposalId: second.id },
    })
    expect(challenge.history.slice(-2).map((event: Json) => [event.kind, event.from, event.to])).toEqual([
      ['proposal-accepted', 'DRAFT', 'DRAFT'],
      ['proposal-accepted', 'DRAFT', 'OPEN'],
    ])
    expect(challenge.history.at(-1).data).toMatchObject({ side: 'B', url: second.url, proposalId: second.id })
  })

  test('is not accepted for a side that has its link, nor twice, nor for both sides', async () => {
    const { id } = await two()
    const [first, second] = (await discussion(id)).proposals
    await owner.post(`${at(id)}/submissions`, bothLinks[0])
    expectRefused(await accept(owner, id, first.id, 'A'), 409)
    expect((await accept(owner, id, first.id, 'B')).status).toBe(201)
    expectRefused(await accept(owner, id, first.id, 'B'), 409)
    expectRefused(await accept(owner, id, first.id, 'A'), 409)
    expectRefused(await accept(owner, id, second.id, 'B'), 409)
    expect((await discussion(id)).proposals.map((one: Json) => one.status)).toEqual(['accepted', 'pending'])
  })

  test('is not accepted once the submission day has ended', async () => {
    const { id } = await two()
    const [first] = (await discussion(id)).proposals
    await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-2)])
    expectRefused(await accept(owner, id, first.id, 'A'), 409)
  })

  test('that is rejected stays, and is not decided again', async () => {
    const { id } = await two()
    const [first, second] = (await discussion(id)).proposals
    const reply = await reject(owner, id, first.id)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.proposals[0]).toMatchObject({ id: first.id, status: 'rejected', side: null })
    expect((await history(id)).at(-1)).toMatchObject({ kind: 'proposal-rejected', data: { proposalId: first.id } })
    expectRefused(await reject(owner, id, first.id), 409)
    expectRefused(await accept(owner, id, first.id, 'A'), 409)
    const admin = await world.admin()
    expect((await reject(admin, id, second.id)).body.proposals[1].decidedBy).toBe(admin.address)
  })

  test('is decided by the owner; only a moderator may reject beside them', async () => {
    const { id } = await two()
    const [first] = (await discussion(id)).proposals
    expectRefused(await accept(stranger, id, first.id, 'A'), 403)
    expectRefused(await accept(await world.admin(), id, first.id, 'A'), 403)
    expectRefused(await reject(stranger, id, first.id), 403)
    expectRefused(await accept(owner, id, UNKNOWN_ID, 'A'), 404)
    expectRefused(await accept(owner, id, first.id, 'C'), 400, 'side')
    const other = await draftChallenge(owner)
    expectRefused(await accept(owner, other.id, first.id, 'A'), 404)
    expectRefused(await reject(owner, other.id, first.id), 404)
  })

  test('that a moderator hid is absent, is 410 to decide, and still counts', async () => {
    const { id } = await discussed([1, 2, 3].map((count) => [bela, `Number ${count}.`]))
    const [first] = (await discussion(id)).proposals
    await world.sql.query(`UPDATE "Proposal" SET "hiddenAt" = now() WHERE id = $1`, [first.id])
    expect((await discussion(id)).proposals).toHaveLength(2)
    expectRefused(await accept(owner, id, first.id, 'A'), 410)
    expectRefused(await reject(owner, id, first.id), 410)
    expect((await sync(owner, id)).body.proposals).toHaveLength(2)
  })

  test('of a challenge that is open already can still be rejected, not accepted', async () => {
    const { id } = await openChallenge(owner)
    const root = await newThread()
    await world.sandbox.post(bela, { text: 'Late.', parent: root })
    await link(owner, id, root)
    const [late] = (await sync(owner, id)).body.proposals
    expectRefused(await accept(owner, id, late.id, 'A'), 409)
    expect((await reject(owner, id, late.id)).status).toBe(201)
  })

  test('of a challenge that has ended is not decided any more, by nobody, and the history ends where it ended', async () => {
    const { id } = await two()
    const [first, second] = (await discussion(id)).proposals
    expect((await reject(owner, id, first.id)).status).toBe(201)
    expect((await owner.post(`${at(id)}/cancel`, { reason: 'Nobody asks.' })).status).toBe(201)
    expectRefused(await reject(stranger, id, second.id), 403)
    for (const who of [owner, await world.admin()]) {
      const refused = await reject(who, id, second.id)
      expectRefused(refused, 409)
      expect(refused.body.error.message).toBe('This challenge has ended.')
    }
    expectRefused(await accept(owner, id, second.id, 'A'), 409)
    expect((await history(id)).at(-1).kind).toBe('challenge-cancelled')
    expect((await discussion(id)).proposals.map((one: Json) => one.status)).toEqual(['rejected', 'pending'])
  })

  test('stays readable when the challenge has become a mission', async () => {
    const challenge = await verifiedChallenge(world, owner, await world.verifier())
    const root = await newThread()
    await world.sandbox.post(bela, { text: 'Afterwards.', parent: root })
    await link(owner, challenge.id, root)
    expect((await sync(owner, challenge.id)).body.proposals).toHaveLength(1)
  })
})
