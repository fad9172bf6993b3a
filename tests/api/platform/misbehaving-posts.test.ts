import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settlePost } from '@/lib/community/settle-post'
import { tablesWith } from '@/tests/api/erasure/what-is-left'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  answerJson,
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
} from '@/tests/support/misbehaving-platform'
import { communitySettings, runSchedule, withSettings } from '@/tests/support/platform-world'
import { keyPair } from '@/tests/support/sandbox'
import { draftChallenge, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A post whose answer is lost may stand: it is never sent again by itself, and what became of it is read where it would be.

const OUTBOX = '/api/v1/platform-outbox'
const MINUTE_SECONDS = 60

const own = { museId: 'muse_own', name: 'Trellis', ...keyPair() }

let platform: MisbehavingPlatform
let world: World
let admin: Actor
let owner: Actor
/** What the channel shows, newest first. */
let posts: Json[] = []
/** How a post is answered, and the bodies that came. */
let answerPost: Behaviour
let received: Json[] = []

beforeAll(async () => {
  platform = await openMisbehavingPlatform()
  platform.behave((request, response) => {
    if (request.method === 'GET') {
      const asked = new URL(request.url ?? '/', platform.base)
      if (asked.searchParams.get('channel') === 'silent') return
      if (asked.searchParams.get('channel') === 'broken') return void cut(request, response)
      const post = posts.find(({ id }) => String(id) === asked.searchParams.get('post'))
      const thread = { root_id: post?.id ?? 1, channel: 'lobby', thread: post ?? nodeOf(1) }
      const shown = asked.pathname === '/api/thread.json' ? thread : { board: 'b', channel: 'lobby', posts }
      answerJson(JSON.stringify(shown))(request, response)
      return
    }
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => {
      received.push(JSON.parse(text))
      answerPost(request, response)
    })
  })
  world = await openWorld({ environment: communitySettings(platform.base, own, 'on') })
  admin = await world.admin()
})
beforeEach(async () => {
  world.setClock(0)
  owner = await world.wallet()
  ;[posts, received] = [[], []]
})
afterAll(async () => {
  await world.close()
  await platform.close()
})

const cut: Behaviour = (request) => request.socket.destroy()

async function preview(channel = 'lobby'): Promise<Json> {
  const { id } = await draftChallenge(owner)
  return (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel })).body.item
}

async function approved(item: Json, behaviour: Behaviour): Promise<Json> {
  answerPost = behaviour
  const reply = await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}

const read = async (item: Json): Promise<Json> =>
  (await admin.get(`${OUTBOX}?limit=100`)).body.items.find((one: Json) => one.id === item.id)

/** The post as the channel would show it. */
const standing = (id: number, item: Json, over: Record<string, unknown> = {}) =>
  nodeOf(id, {
    muse_id: 'muse_own',
    text: item.text,
    created_at: new Date().toISOString(),
    parent_post_id: null,
    ...over,
  })

const notices = async () =>
  (await owner.get('/api/v1/notifications')).body.notifications.map((notice: Json) => notice.kind)

describe('an answer that does not say whether the post stands', () => {
  test.each<[string, Behaviour]>([
    ['a connection that ends', cut],
    ['500', answerJson('{"ok":false,"error":"oops"}', 500)],
    ['a page in place of JSON', answerJson('<html>', 201)],
    ['no id', answerJson('{"ok":true}', 201)],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/api/post' }).end()],
    ['a body that is too large', answerJson(`"${'x'.repeat(1024 * 1024)}"`, 201)],
  ])('%s leaves it uncertain', async (_what, behaviour) => {
    const item = await approved(await preview(), behaviour)
    expect(item).toMatchObject({ state: 'uncertain', attempts: 1, postId: null })
    expect(item.errors).toHaveLength(1)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    expect(received).toHaveLength(1)
    expect(await notices()).toEqual([])
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash }), 409)
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/cancel`), 409)
  })

  test('the channel of its discussion stays as it is while it may stand', async () => {
    const { id } = await draftChallenge(owner)
    const link = (channel: string) => owner.post(`/api/v1/challenges/${id}/musebook`, { channel })
    await link('lobby')
    const { item } = (await admin.post(OUTBOX, { kind: 'announce', challengeId: id })).body
    expect((await approved(item, cut)).state).toBe('uncertain')
    expectRefused(await link('garden'), 409)
  })

  test('no answer at all leaves it uncertain, and is given up', async () => {
    expect((await approved(await preview(), () => undefined)).state).toBe('uncertain')
    await expect.poll(() => platform.waiting()).toBe(0)
  })

  test('the id of another post is not taken', async () => {
    const first = await approved(await preview(), answerJson('{"post":{"id":77}}', 201))
    expect(first).toMatchObject({ state: 'sent', postId: '77' })
    expect(await approved(await preview(), answerJson('{"post":{"id":77}}', 201))).toMatchObject({ state: 'uncertain' })
  })

  test.each([
    ['the post that was replied to', 80],
    ['a reply of somebody else', 81],
  ])('the id of %s is not taken', async (_what, id) => {
    const challenge = await draftChallenge(owner)
    const discussion = `/api/v1/challenges/${challenge.id}/musebook`
    await owner.post(discussion, { channel: 'lobby', originPostUrl: `${platform.base}/p/80` })
    posts = [nodeOf(80, { replies: [nodeOf(81)] })]
    expect((await owner.post(`${discussion}/sync`)).body.proposals).toHaveLength(1)
    const { item } = (await admin.post(OUTBOX, { kind: 'announce', challengeId: challenge.id })).body
    expect(item.parentPostId).toBe('80')
    const answer = answerJson(JSON.stringify({ post: { id } }), 201)
    expect(await approved(item, answer)).toMatchObject({ state: 'uncertain', postId: null })
    expect((await world.get(discussion)).body.posts).toEqual([])
  })
})

describe('an answer that says it does not', () => {
  test.each<[string, Behaviour, string]>([
    ['400', answerJson('{"ok":false,"error":"Too \\u0000 long."}', 400), 'It said: Too  long.'],
    ['429', answerJson('{"ok":false,"error":"slow down"}', 429), 'status 429'],
    ['a page with 403', answerJson('<html>', 403), 'status 403'],
  ])('%s leaves it failed', async (_what, behaviour, words) => {
    const item = await approved(await preview(), behaviour)
    expect(item.state).toBe('failed')
    expect(item.errors[0].message).toContain(words)
    expect(await notices()).toEqual(['post-failed'])
  })

  test('nobody there leaves it failed, and another approval sends it', async () => {
    const item = await preview()
    await platform.leave()
    expect((await approved(item, cut)).state).toBe('failed')
    await platform.comeBack()
    expect(received).toEqual([])
    expect(await approved(item, answerJson('{"id":501}', 201))).toMatchObject({
      state: 'sent',
      postId: '501',
      attempts: 2,
    })
    expect(await notices()).toEqual(['post-sent', 'post-failed'])
  })

  test.each([
    ['the whole record', []],
    ['the title', ['title']],
  ])('what it repeats of the post is erased with %s', async (_what, fields) => {
    const { id } = await draftChallenge(owner, { title: 'Where Ada Unheard lives' })
    const { item } = (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body
    const answer = JSON.stringify({ ok: false, error: `No room for ${item.text.slice(0, 60)}` })
    expect((await approved(item, answerJson(answer, 400))).errors[0].message).toContain('Ada Unheard')
    expect((await admin.post(`${OUTBOX}/${item.id}/cancel`)).status).toBe(201)
    const { eraseRecord } = await import('@/lib/erasure/erase-record')
    await eraseRecord({ type: 'challenge', id, reason: 'Law 7', part: null, fields, dryRun: false })
    expect(await tablesWith(world, 'Ada Unheard')).toEqual([])
    expect((await read(item)).errors).toMatchObject([{ message: '[erased: Law 7]' }])
  })
})

describe('what became of an uncertain post', () => {
  test('it is sent once it is read where it would stand, and never posted again', async () => {
    const item = await approved(await preview(), cut)
    posts = [nodeOf(601), standing(600, item)]
    await runSchedule(world)
    expect(await read(item)).toMatchObject({ state: 'sent', postId: '600', attempts: 1 })
    expect(received).toHaveLength(1)
    expect(await notices()).toEqual(['post-sent'])
    const { challenge } = (await world.get(`/api/v1/challenges/${item.challengeId}`)).body
    expect(challenge.history.at(-1)).toMatchObject({ kind: 'post-sent', actor: null })
  })

  test('an update of 4,000 characters is known by its beginning, of which no more is read', async () => {
    const { id } = await seedMission(owner)
    const update = { kind: 'mission-update', missionId: id, channel: 'lobby', summary: 'x'.repeat(4000) }
    const made = await admin.post(OUTBOX, update)
    expect(made.status, made.text).toBe(201)
    const item = await approved(made.body.item, cut)
    posts = [nodeOf(7, { replies: [standing(650, item, { parent_post_id: 7 })] })]
    await runSchedule(world)
    expect(await read(item)).toMatchObject({ state: 'sent', postId: '650' })
    expectRefused(await admin.post(OUTBOX, { ...update, summary: 'x'.repeat(4001) }), 400, 'summary')
  })

  test.each<[string, Record<string, unknown>]>([
    ['by another Muse', { muse_id: 'muse_other' }],
    ['with other words', { text: 'Something else.' }],
    ['as a reply', { parent_post_id: 5 }],
    ['from long before', { created_at: '2020-01-01 00:00:00' }],
  ])('a post %s is not it', async (_what, over) => {
    const item = await approved(await preview(), cut)
    posts = [standing(700, item, over)]
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
  })

  test('it has failed once it can no longer appear, and may be approved again', async () => {
    const item = await approved(await preview(), cut)
    world.setClock(9 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    const failed = await read(item)
    expect(failed.state).toBe('failed')
    expect(failed.errors.at(-1).message).toBe('It does not stand on the platform.')
    expect(await notices()).toEqual(['post-failed'])
    expect(received).toHaveLength(1)
    expect((await approved(item, answerJson('{"id":801}', 201))).state).toBe('sent')
  })

  test('it stays uncertain where the channel does not reach back far enough', async () => {
    const item = await approved(await preview(), cut)
    world.setClock(11 * MINUTE_SECONDS)
    posts = Array.from({ length: 100 }, (_, place) => nodeOf(9_000 + place, { created_at: new Date().toISOString() }))
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    // One that cannot be read takes the place of another, all the same.
    posts = [...posts.slice(1), nodeOf(9_100, { muse_id: null })]
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    posts = [...posts.slice(1, -1), nodeOf(8_999, { created_at: '2020-01-01 00:00:00' })]
    await runSchedule(world)
    expect((await read(item)).state).toBe('failed')
  })

  test('it is found by the Muse that posted it, also once the service has another, and is nobody else’s', async () => {
    const [item, other] = [await approved(await preview(), cut), await approved(await preview(), cut)]
    await withSettings({ COMMUNITY_MUSE_ID: 'muse_another' }, async () => {
      world.setClock(11 * MINUTE_SECONDS)
      posts = [nodeOf(951), standing(950, item), standing(949, other, { muse_id: 'muse_another' })]
      await runSchedule(world)
      expect([(await read(item)).postId, (await read(other)).state]).toEqual(['950', 'failed'])
    })
  })

  test('it stays uncertain beside a post that cannot be read', async () => {
    const item = await approved(await preview(), cut)
    world.setClock(11 * MINUTE_SECONDS)
    posts = [nodeOf(951), standing(950, item, { created_at: 'a moment ago' })]
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    posts = [nodeOf(951)]
    await runSchedule(world)
    expect((await read(item)).state).toBe('failed')
  })

  test('two of the same words find a post each', async () => {
    const { id } = await draftChallenge(owner)
    const queue = async () =>
      (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body.item
    const first = await approved(await queue(), cut)
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(first)).state).toBe('failed')
    world.setClock(0)
    const second = await approved(await queue(), cut)
    posts = [standing(900, second)]
    await runSchedule(world)
    expect((await read(second)).postId).toBe('900')
    expect((await read(first)).state).toBe('failed')
  })

  test('two instances that look for the same words at once do not take one post for both', async () => {
    const { id } = await seedMission(owner)
    const update = { kind: 'mission-update', missionId: id, channel: 'lobby', summary: 'Half of it is done.' }
    const queue = async () => approved((await admin.post(OUTBOX, update)).body.item, cut)
    const [first, second] = [await queue(), await queue()]
    const lock = { lock: 'SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE', values: [id], waiting: 2 }
    await allAtOnce(world, lock, () =>
      [first, second].map((item) =>
        settlePost({ id: item.id, attempts: 1 }, { kind: 'posted', postId: '975' }, null, new Date()),
      ),
    )
    const settled = await Promise.all([first, second].map(read))
    expect(settled.map(({ state }) => state).sort()).toEqual(['sent', 'uncertain'])
    await world.sql.query(`UPDATE "OutboxItem" SET state = 'failed' WHERE state = 'uncertain'`)
  })

  test.each([
    ['never comes', 'silent', 970],
    ['always ends the connection', 'broken', 971],
  ])('it does not wait behind others whose channel %s', async (_what, channel, id) => {
    const item = await approved(await preview(), cut)
    const later = [await approved(await preview(channel), cut), await approved(await preview(channel), cut)]
    posts = [standing(id, item)]
    await runSchedule(world)
    const states = await Promise.all(later.map(async (one) => (await read(one)).state))
    expect([(await read(item)).postId, states]).toEqual([String(id), ['uncertain', 'uncertain']])
    // They would be looked for in the tests after this one.
    await world.sql.query(`UPDATE "OutboxItem" SET state = 'failed' WHERE id = ANY($1)`, [later.map(({ id }) => id)])
  })

  test('it has its turn beside later ones that are never found', async () => {
    const item = await approved(await preview(), cut)
    const later: Json[] = []
    while (later.length < 6) {
      owner = await world.wallet()
      later.push(await approved(await preview(), cut))
    }
    const crowd = Array.from({ length: 99 }, (_, n) => nodeOf(9_000 + n, { created_at: new Date().toISOString() }))
    posts = [...crowd, standing(980, item)]
    for (let round = 0; round < 40 && (await read(item)).state !== 'sent'; round++) await runSchedule(world)
    expect((await read(item)).postId).toBe('980')
    await world.sql.query(`UPDATE "OutboxItem" SET state = 'failed' WHERE id = ANY($1)`, [later.map(({ id }) => id)])
  })

  test('it waits while the platform cannot be read', async () => {
    const item = await approved(await preview(), cut)
    await platform.leave()
    world.setClock(11 * MINUTE_SECONDS)
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
    await platform.comeBack()
    await runSchedule(world)
    expect((await read(item)).state).toBe('failed')
  })
})

test('what is sent is signed: the frame beside the payload, a nonce of its own each time', async () => {
  const [one, other] = [await preview(), await preview()]
  await approved(one, answerJson('{"id":1001}', 201))
  await approved(other, answerJson('{"id":1002}', 201))
  const [first, second] = received
  const { muse_id, timestamp, nonce, signature, ...fields } = first
  expect(fields).toEqual(JSON.parse(one.payload))
  expect(muse_id).toBe('muse_own')
  // The attempt's own: whoever signs later than that has the post refused, and does not have it stand after it was given up.
  const { rows } = await world.sql.query(`SELECT "attemptedAt" FROM "OutboxItem" WHERE id = $1`, [one.id])
  expect(timestamp).toBe(rows[0].attemptedAt.getTime())
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(second.nonce).not.toBe(nonce)
})

describe('a post that nobody found for a day', () => {
  const DAY_SECONDS = 24 * 3600
  /** The channel shows too little for the schedule ever to know. */
  const crowd = () => {
    posts = Array.from({ length: 100 }, (_, place) => nodeOf(9_000 + place, { created_at: new Date().toISOString() }))
  }
  const settle = (item: Json, postUrl: string, by = admin) => by.post(`${OUTBOX}/${item.id}/settle`, { postUrl })
  const at = (id: number) => `${platform.base}/board/lobby/${id}`
  const events = async (id: string): Promise<Json[]> =>
    (await world.sql.query(`SELECT * FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq`, [id])).rows

  async function lost(): Promise<Json> {
    const item = await approved(await preview(), cut)
    crowd()
    return item
  }

  test('is looked for until then, and only then a moderator’s to settle or cancel', async () => {
    const item = await lost()
    const until = new Date(Date.parse(item.lookedForUntil))
    posts = [standing(5001, item), ...posts]
    for (const seconds of [0, DAY_SECONDS - MINUTE_SECONDS]) {
      world.setClock(seconds)
      for (const reply of [await settle(item, at(5001)), await admin.post(`${OUTBOX}/${item.id}/cancel`)]) {
        expectRefused(reply, 409)
        expect(reply.body.error.message).toContain(`until ${until.toISOString()}`)
      }
    }
    crowd()
    world.setClock(DAY_SECONDS + MINUTE_SECONDS)
    await runSchedule(world)
    expect(await read(item)).toMatchObject({ state: 'uncertain', lookedForUntil: item.lookedForUntil })
    // Nobody looks for it any more: now it stands where the schedule would have found it.
    posts = [standing(5001, item)]
    await runSchedule(world)
    expect((await read(item)).state).toBe('uncertain')
  })

  test('is settled as sent by its URL, read and compared, with all that a sent post brings', async () => {
    const item = await lost()
    world.setClock(DAY_SECONDS + MINUTE_SECONDS)
    posts = [standing(5101, item)]
    const reply = await settle(item, at(5101))
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.item).toMatchObject({ state: 'sent', postId: '5101', url: at(5101), lookedForUntil: null })
    expect((await events(item.id)).at(-1)).toMatchObject({
      kind: 'post-sent',
      actor: admin.address,
      from: 'uncertain',
      to: 'sent',
      data: { postId: '5101', url: at(5101) },
    })
    const { challenge } = (await world.get(`/api/v1/challenges/${item.challengeId}`)).body
    expect(challenge.history.at(-1)).toMatchObject({ kind: 'post-sent', actor: admin.address })
    expect(await notices()).toEqual(['post-sent'])
    expect((await world.get(`/api/v1/challenges/${item.challengeId}/musebook`)).body.link).toMatchObject({
      threadUrl: at(5101),
    })
    expectRefused(await settle(item, at(5101)), 409)
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/cancel`), 409)
    expect(received).toHaveLength(1)
  })

  test.each<[string, Record<string, unknown>]>([
    ['by another Muse', { muse_id: 'muse_other' }],
    ['with other words', { text: 'Something else.' }],
    ['as a reply', { parent_post_id: 5 }],
    ['from long before', { created_at: '2020-01-01 00:00:00' }],
    ['in another channel', { channel: 'garden' }],
  ])('is not settled by a post %s', async (_what, over) => {
    const item = await lost()
    world.setClock(DAY_SECONDS + MINUTE_SECONDS)
    posts = [standing(5201, item, over)]
    expectRefused(await settle(item, at(5201)), 400, 'postUrl')
    expect((await read(item)).state).toBe('uncertain')
  })

  test('is not settled by a post that is another item’s, none, elsewhere, or while nothing can be read', async () => {
    const item = await lost()
    world.setClock(DAY_SECONDS + MINUTE_SECONDS)
    const other = await approved(await preview(), answerJson('{"post":{"id":5301}}', 201))
    expect(other.state).toBe('sent')
    posts = [standing(5301, item), nodeOf(5302, { muse_id: null })]
    expectRefused(await settle(item, at(5301)), 409)
    expectRefused(await settle(item, at(5302)), 400, 'postUrl')
    expectRefused(await settle(item, 'https://elsewhere.example/p/5301'), 400, 'postUrl')
    expectRefused(await admin.post(`${OUTBOX}/${item.id}/settle`, {}), 400, 'postUrl')
    await platform.leave()
    expectRefused(await settle(item, at(5301)), 503)
    await platform.comeBack()
    expect((await read(item)).state).toBe('uncertain')
    for (const who of [owner, await world.verifier()]) expectRefused(await settle(item, at(5301), who), 403)
    expectRefused(await admin.post(`${OUTBOX}/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e/settle`, { postUrl: at(1) }), 404)
  })

  test('is cancelled on record, and another of its kind goes out', async () => {
    const item = await lost()
    const again = async () =>
      (await admin.post(OUTBOX, { kind: 'announce', challengeId: item.challengeId, channel: 'lobby' })).body.item
    const blocked = await again()
    expectRefused(await admin.post(`${OUTBOX}/${blocked.id}/approve`, { payloadHash: blocked.payloadHash }), 409)
    world.setClock(DAY_SECONDS + MINUTE_SECONDS)
    const reply = await admin.post(`${OUTBOX}/${item.id}/cancel`)
    expect(reply.status, reply.text).toBe(201)
    expect((await events(item.id)).at(-1)).toMatchObject({
      kind: 'post-cancelled',
      actor: admin.address,
      from: 'uncertain',
      to: 'cancelled',
    })
    posts = [standing(5401, item)]
    expectRefused(await settle(item, at(5401)), 409)
    expect((await approved(await again(), answerJson('{"post":{"id":5402}}', 201))).state).toBe('sent')
  })
})
