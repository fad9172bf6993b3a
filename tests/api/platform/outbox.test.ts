import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendPost } from '@/lib/platform/gateway'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld, withSettings } from '@/tests/support/platform-world'
import {
  bothLinks,
  completedMission,
  conversionBody,
  draftChallenge,
  seedMission,
  verifiedChallenge,
} from '@/tests/support/story'
import { UNKNOWN_ID } from '@/tests/support/walk'

// Posts of the service with publishing on, against the sandbox.

const OUTBOX = '/api/v1/platform-outbox'

let world: PlatformWorld
let admin: Actor
let owner: Actor
let stranger: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  admin = await world.admin()
})
beforeEach(async () => {
  ;[owner, stranger] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const queue = (who: Actor, body: unknown) => who.post(OUTBOX, body)
const approve = (item: Json, who = admin) => who.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash })
const cancel = (item: Json, who = admin) => who.post(`${OUTBOX}/${item.id}/cancel`)
const list = async (who: Actor | null, query = '?limit=100'): Promise<Json[]> =>
  (who ? await who.get(OUTBOX + query) : await world.get(OUTBOX + query)).body.items

const giveSeeds = (who: Actor, amount: number) =>
  world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt") VALUES ($1, $2, 'milestone-verified', $3, now())`,
    [who.address, amount, 'ab'.repeat(32)],
  )

async function queued(who: Actor, body: unknown): Promise<Json> {
  const reply = await queue(who, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}

/** A challenge, and the preview of its announcement by a moderator. */
async function announced(channel = 'lobby'): Promise<{ challenge: Json; item: Json }> {
  const challenge = await draftChallenge(owner)
  return { challenge, item: await queued(admin, { kind: 'announce', challengeId: challenge.id, channel }) }
}

const kinds = async (path: string) => (await world.get(path)).body
const notices = async (who: Actor) =>
  (await who.get('/api/v1/notifications')).body.notifications.map((notice: Json) => [notice.kind, notice.href])

test('what the service has posted is never a proposal, also once it posts as another Muse', async () => {
  const challenge = await draftChallenge(owner)
  const at = `/api/v1/challenges/${challenge.id}/musebook`
  const ada = await world.sandbox.muse('Ada')
  const root = await world.sandbox.post(ada, { text: 'Which one?' })
  expect((await owner.post(at, { channel: 'lobby', originPostUrl: world.sandbox.url(root) })).status).toBe(201)
  const item = await queued(admin, { kind: 'announce', challengeId: challenge.id })
  expect((await approve(item)).body.item).toMatchObject({ state: 'sent', parentPostId: String(root) })
  await world.sandbox.post(ada, { text: 'Mine.', parent: root })
  await withSettings({ COMMUNITY_MUSE_ID: 'muse_another' }, async () => {
    const { status, text, body } = await owner.post(`${at}/sync`)
    expect(status, text).toBe(201)
    expect(body.proposals.map((proposal: Json) => proposal.text)).toEqual(['Mine.'])
  })
})

describe('a preview', () => {
  test('shows the exact payload with its hash, and sends nothing', async () => {
    const { challenge, item } = await announced()
    expect(item).toMatchObject({
      kind: 'announce',
      state: 'preview',
      challengeId: challenge.id,
      missionId: null,
      channel: 'lobby',
      parentPostId: null,
      postId: null,
      url: null,
      sentAt: null,
      attempts: 0,
      approvals: [],
      errors: [],
      createdBy: admin.address,
    })
    expect(item.payloadHash).toBe(sha256(item.payload))
    expect(JSON.parse(item.payload)).toEqual({ channel: 'lobby', name: 'Trellis', text: item.text })
    expect(item.text).toBe(
      [
        'Challenge: “Which greeting helps a newcomer?”',
        '',
        `The owner (${owner.address}) writes:`,
        '> Two greetings, one page each. Which one should stay?',
        '',
        'Side A: “The short one”',
        'Side B: “The friendly one”',
        `Responses until ${challenge.submissionDeadline}, the community's decision until ${challenge.decisionDeadline} (UTC).`,
        'Discuss here. Reactions are not counted as votes.',
        `${world.base}/challenges/${challenge.id}`,
      ].join('\n'),
    )
    const latest = await (await fetch(`${world.sandbox.base}/api/latest.json?channel=lobby`)).json()
    expect(latest.posts.filter((post: Json) => post.text === item.text)).toEqual([])
  })

  test('replies to the linked thread, in its channel; another channel gets a post of its own', async () => {
    const challenge = await draftChallenge(owner)
    const root = await world.sandbox.post(world.own, { text: 'Here.', channel: 'garden' })
    await owner.post(`/api/v1/challenges/${challenge.id}/musebook`, {
      channel: 'garden',
      originPostUrl: world.sandbox.url(root, 'garden'),
    })
    const body = { kind: 'announce', challengeId: challenge.id }
    expect(await queued(admin, body)).toMatchObject({ channel: 'garden', parentPostId: String(root) })
    expect(await queued(admin, { ...body, channel: 'lobby' })).toMatchObject({ channel: 'lobby', parentPostId: null })
  })

  test('of a mission replies under the post it was made from, or in its challenge’s thread', async () => {
    const mission = await seedMission(owner)
    const update = { kind: 'mission-update', missionId: mission.id, state: 'SEED', summary: 'It is open.' }
    const item = await queued(admin, update)
    expect(item).toMatchObject({ missionId: mission.id, challengeId: null, channel: 'lobby', parentPostId: '7' })
    expect(item.text).toBe(
      [
        `Mission: “${mission.title}”`,
        'State: Looking for a contributor',
        '',
        `A moderator (${admin.address}) writes:`,
        '> It is open.',
        '',
        `${world.base}/missions/${mission.id}`,
      ].join('\n'),
    )

    const challenge = await verifiedChallenge(world, owner, await world.verifier())
    const at = `/api/v1/challenges/${challenge.id}`
    await owner.post(`${at}/musebook`, { channel: 'garden', originPostUrl: `${world.sandbox.base}/p/8` })
    const converted = (await owner.post(`${at}/convert`, conversionBody())).body.mission
    expect(await queued(admin, { kind: 'mission-update', missionId: converted.id, summary: 'It grew.' })).toMatchObject(
      { channel: 'garden', parentPostId: '8' },
    )
  })

  test('of a receipt names its hash', async () => {
    const { mission, receipt } = await completedMission(owner, stranger, await world.verifier())
    const item = await queued(admin, { kind: 'receipt', missionId: mission.id, channel: 'library' })
    expect(item.text).toContain(receipt.contentHash)
    expect(item.text).toContain(`${world.base}/receipts/${receipt.id}`)
    expect(item.text).toContain('Done, and well.')
  })

  test.each([
    ['an announcement without a challenge', { kind: 'announce', channel: 'lobby' }, 'challengeId'],
    ['an update without a mission', { kind: 'mission-update', summary: 'x' }, 'missionId'],
    ['an update that tells nothing', { kind: 'mission-update', missionId: UNKNOWN_ID }, 'summary'],
    ['a kind of its own', { kind: 'poll', challengeId: UNKNOWN_ID }, 'kind'],
    ['a state of its own', { kind: 'mission-update', missionId: UNKNOWN_ID, summary: 'x', state: 'DONE' }, 'state'],
  ])('refuses %s', async (_what, body, field) => {
    expectRefused(await queue(admin, body), 400, field)
  })

  test('needs a channel where none is known', async () => {
    const { id } = await draftChallenge(owner)
    expectRefused(await queue(admin, { kind: 'announce', challengeId: id }), 400, 'channel')
  })

  test.each([
    ['holds U+0000', '%00'],
    ['breaks the line', 'a%0Ab'],
    ['holds what turns the text around it', '%E2%80%AEa'],
    ['is longer than a name', 'a'.repeat(1_500)],
    ['is white space', '%20'],
    ['is a malformed escape', '%zz'],
  ])('of a mission needs a channel where the name in the address of its post %s', async (_what, segment) => {
    const sourceUrl = `${world.sandbox.base}/board/${segment}/42`
    const { id } = await seedMission(owner, { sourceUrl })
    const body = { kind: 'mission-update', missionId: id, summary: 'It is open.' }
    expectRefused(await queue(admin, body), 400, 'channel')
    expect(await queued(admin, { ...body, channel: 'lobby' })).toMatchObject({ channel: 'lobby', parentPostId: null })
  })

  test('says of a mission only what is so', async () => {
    const { id } = await seedMission(owner)
    const body = { kind: 'mission-update', missionId: id, state: 'VERIFIED', summary: 'x' }
    expectRefused(await queue(admin, body), 409)
    expectRefused(await queue(admin, { kind: 'receipt', missionId: id }), 409)
  })

  test('of a record that is not there is 404, of a hidden one 410, of one that has ended 409', async () => {
    for (const challengeId of [UNKNOWN_ID, 'none']) {
      expectRefused(await queue(admin, { kind: 'announce', challengeId, channel: 'lobby' }), 404)
    }
    expectRefused(await queue(admin, { kind: 'receipt', missionId: 'none', channel: 'lobby' }), 404)
    const hidden = await draftChallenge(owner)
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [hidden.id])
    expectRefused(await queue(admin, { kind: 'announce', challengeId: hidden.id, channel: 'lobby' }), 410)
    const over = await draftChallenge(owner)
    await owner.post(`/api/v1/challenges/${over.id}/cancel`, { reason: 'Over.' })
    expectRefused(await queue(admin, { kind: 'announce', challengeId: over.id, channel: 'lobby' }), 409)
  })
})

describe('who may queue', () => {
  const body = (id: string) => ({ kind: 'announce', challengeId: id, channel: 'lobby' })

  test('the owner needs a linked Muse or ten Seeds', async () => {
    const { id } = await draftChallenge(owner)
    expectRefused(await queue(owner, body(id)), 403)
    await giveSeeds(owner, 9)
    expectRefused(await queue(owner, body(id)), 403)
    await giveSeeds(owner, 1)
    expect((await queue(owner, body(id))).status).toBe(201)
  })

  test('a Muse lets them while it is linked', async () => {
    const { id } = await draftChallenge(owner)
    await linkMuse(owner, await world.sandbox.muse())
    const item = await queued(owner, body(id))
    expect([item.createdBy, item.approvals, item.errors]).toEqual([owner.address, null, null])
    await owner.post('/api/v1/muse-links/unlink', {})
    expectRefused(await queue(owner, body(id)), 403)
  })

  test('nobody else may, with however many Seeds', async () => {
    const { id } = await draftChallenge(owner)
    await giveSeeds(stranger, 100)
    expectRefused(await queue(stranger, body(id)), 403)
    expectRefused(await queue(await world.verifier(), body(id)), 403)
  })
})

describe('an approval', () => {
  test('of the reviewed payload sends exactly that, as the service’s Muse', async () => {
    const { challenge, item } = await announced()
    const reply = await approve(item)
    expect(reply.status, reply.text).toBe(201)
    const { item: sent } = reply.body
    expect(sent).toMatchObject({ state: 'sent', payload: item.payload, payloadHash: item.payloadHash, attempts: 1 })
    expect(sent.url).toBe(world.sandbox.url(Number(sent.postId)))
    expect(sent.approvals).toMatchObject([{ approvedBy: admin.address, payloadHash: item.payloadHash }])
    const { thread } = await world.sandbox.thread(Number(sent.postId))
    expect(thread).toMatchObject({
      text: item.text,
      channel: 'lobby',
      name: 'Trellis',
      muse_id: world.own.museId,
      id_verified: true,
    })
    const { challenge: told } = await kinds(`/api/v1/challenges/${challenge.id}`)
    expect(told.history.at(-1)).toMatchObject({
      kind: 'post-sent',
      actor: admin.address,
      from: null,
      to: null,
      data: { itemId: item.id, kind: 'announce', url: sent.url, payloadHash: item.payloadHash },
    })
    expect(await notices(owner)).toEqual([['post-sent', `/challenges/${challenge.id}`]])
  })

  test('of an announcement begins the discussion under it, linked by whoever queued it', async () => {
    const { challenge, item } = await announced('garden')
    const { item: sent } = (await approve(item)).body
    const at = `/api/v1/challenges/${challenge.id}/musebook`
    expect((await world.get(at)).body).toMatchObject({
      link: { channel: 'garden', originPostUrl: null, threadUrl: sent.url, linkedBy: admin.address },
      posts: [{ id: item.id, kind: 'announce', url: sent.url, postId: sent.postId, text: item.text }],
    })
    const muse = await world.sandbox.muse()
    await world.sandbox.post(muse, { text: 'I say.', parent: Number(sent.postId), channel: 'garden' })
    const { proposals } = (await owner.post(`${at}/sync`)).body
    expect(proposals.map((proposal: Json) => proposal.text)).toEqual(['I say.'])
    expectRefused(await owner.post(at, { channel: 'lobby' }), 409)
  })

  test('fills in the thread of a challenge that was linked to a channel alone', async () => {
    const challenge = await draftChallenge(owner)
    const at = `/api/v1/challenges/${challenge.id}/musebook`
    await owner.post(at, { channel: 'library' })
    const item = await queued(admin, { kind: 'announce', challengeId: challenge.id })
    const { item: sent } = (await approve(item)).body
    expect((await world.get(at)).body.link).toMatchObject({ channel: 'library', threadUrl: sent.url })
  })

  test('of an announcement begins the discussion in the channel that was asked for, also where another one is linked', async () => {
    const challenge = await draftChallenge(owner)
    const at = `/api/v1/challenges/${challenge.id}/musebook`
    expect((await owner.post(at, { channel: 'garden' })).status).toBe(201)
    const item = await queued(admin, { kind: 'announce', challengeId: challenge.id, channel: 'lobby' })
    const { item: sent } = (await approve(item)).body
    expect((await world.get(at)).body.link).toMatchObject({
      channel: 'lobby',
      threadUrl: sent.url,
      linkedBy: admin.address,
    })
    await world.sandbox.post(await world.sandbox.muse(), { text: 'I say.', parent: Number(sent.postId) })
    const { status, text, body } = await owner.post(`${at}/sync`)
    expect(status, text).toBe(201)
    expect(body.proposals).toMatchObject([{ text: 'I say.' }])
  })

  test('of an announcement leaves the link of a discussion open of which no post became known', async () => {
    const { challenge, item } = await announced()
    expect((await approve(item)).body.item.state).toBe('sent')
    // As an earlier version left it, where another channel was linked.
    await world.sql.query(
      `UPDATE "PlatformThread" SET channel = 'garden', "postId" = NULL, "threadUrl" = NULL WHERE "challengeId" = $1`,
      [challenge.id],
    )
    const at = `/api/v1/challenges/${challenge.id}/musebook`
    const link = () => owner.post(at, { channel: 'lobby', originPostUrl: `${world.sandbox.base}/p/7` })
    expect((await link()).body.link.threadUrl).toBe(world.sandbox.url(7))
    expectRefused(await link(), 409)
  })

  test('of a mission’s posts puts them in the thread and in the mission’s history', async () => {
    const root = await world.sandbox.post(world.own, { text: 'The source.' })
    const mission = await seedMission(owner, { sourceUrl: world.sandbox.url(root) })
    const item = await queued(admin, { kind: 'mission-update', missionId: mission.id, summary: 'Look.' })
    const { item: sent } = (await approve(item)).body
    expect(sent.state).toBe('sent')
    const { thread } = await world.sandbox.thread(root)
    expect(thread.replies).toMatchObject([{ id: Number(sent.postId), text: item.text, muse_id: world.own.museId }])
    const { mission: told } = await kinds(`/api/v1/missions/${mission.id}`)
    expect(told.history.at(-1)).toMatchObject({ kind: 'post-sent', data: { itemId: item.id } })
    expect(await notices(owner)).toEqual([['post-sent', `/missions/${mission.id}`]])
  })

  test('that leaves long after its attempt began is refused by the platform, and certainly does not stand', async () => {
    const fields = { channel: 'lobby', name: 'Trellis', text: 'Too late.' }
    const late = new Date(Date.now() - 6 * 60_000)
    await expect(sendPost(fields, late)).rejects.toMatchObject({ isUndone: true, status: 401 })
    const { posts } = await (await fetch(`${world.sandbox.base}/api/latest.json?channel=lobby&limit=100`)).json()
    expect(posts.filter((post: Json) => post.text === fields.text)).toEqual([])
  })

  test('of another payload is refused', async () => {
    const { item } = await announced()
    expectRefused(await approve({ ...item, payloadHash: sha256('something else') }), 409)
    expectRefused(await approve({ ...item, payloadHash: 'none' }), 400, 'payloadHash')
    expect((await approve({ ...item, payloadHash: item.payloadHash.toUpperCase() })).status).toBe(201)
  })

  test('is a moderator’s alone, and only once', async () => {
    const { item } = await announced()
    expectRefused(await approve(item, owner), 403)
    expectRefused(await approve(item, await world.verifier()), 403)
    expect((await approve(item)).status).toBe(201)
    expectRefused(await approve(item), 409)
    expectRefused(await cancel(item), 409)
    expectRefused(await approve({ ...item, id: UNKNOWN_ID }), 404)
  })

  test('with the same key again gives the same answer byte for byte, and posts nothing more', async () => {
    const { item } = await announced()
    const key = `approve-${item.id}`
    const send = () => admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash }, { key })
    const [first, second] = await Promise.all([send(), send()])
    const third = await send()
    expect([first.status, second.status].sort()).toEqual([200, 201])
    expect(new Set([first.text, second.text, third.text]).size).toBe(1)
    expect(first.body.item.state).toBe('sent')
    const { posts } = await (await fetch(`${world.sandbox.base}/api/latest.json?channel=lobby&limit=100`)).json()
    expect(posts.filter((post: Json) => post.text === item.text)).toHaveLength(1)
  })

  test('of a second announcement or receipt of one record is refused', async () => {
    const { challenge, item } = await announced()
    const second = await queued(admin, { kind: 'announce', challengeId: challenge.id, channel: 'garden' })
    expect((await approve(item)).status).toBe(201)
    expectRefused(await approve(second), 409)
    expect((await cancel(second)).body.item.state).toBe('cancelled')

    const { mission } = await completedMission(owner, stranger, await world.verifier())
    const receipt = { kind: 'receipt', missionId: mission.id, channel: 'library' }
    const [one, other] = [await queued(admin, receipt), await queued(admin, { ...receipt, channel: 'garden' })]
    expect((await approve(one)).body.item.state).toBe('sent')
    expectRefused(await approve(other), 409)
  })

  test('of a post about a hidden record is refused; it can only be cancelled', async () => {
    const { challenge, item } = await announced()
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [challenge.id])
    expectRefused(await approve(item), 410)
    expect((await cancel(item)).body.item.state).toBe('cancelled')
  })

  test('of a post that the platform refuses fails, tells why, and can be given again', async () => {
    const { challenge, item } = await announced('no-such-room')
    const reply = await approve(item)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.item).toMatchObject({ state: 'failed', postId: null, attempts: 1 })
    expect(reply.body.item.errors).toMatchObject([{ message: expect.stringContaining('status 404') }])
    expect(await notices(owner)).toEqual([['post-failed', `/challenges/${challenge.id}`]])
    const again = (await approve(item)).body.item
    expect(again).toMatchObject({ state: 'failed', attempts: 2 })
    expect([again.approvals.length, again.errors.length]).toEqual([2, 2])
    expect((await cancel(item)).body.item.state).toBe('cancelled')
    expectRefused(await approve(item), 409)
  })
})

describe('a cancellation', () => {
  test('ends a preview for good, and is a moderator’s', async () => {
    const { item } = await announced()
    expectRefused(await cancel(item, owner), 403)
    expect((await cancel(item)).body.item.state).toBe('cancelled')
    expectRefused(await cancel(item), 409)
    expectRefused(await approve(item), 409)
    expectRefused(await cancel({ id: UNKNOWN_ID }), 404)
  })
})

describe('the list', () => {
  test('shows everybody what was sent, a wallet its own too, a moderator everything', async () => {
    const { challenge, item } = await announced()
    await giveSeeds(owner, 10)
    const own = await queued(owner, { kind: 'announce', challengeId: challenge.id, channel: 'garden' })
    const { item: sent } = (await approve(item)).body
    const ids = async (who: Actor | null) => (await list(who)).map((one) => one.id)
    expect(await ids(null)).toContain(item.id)
    expect(await ids(null)).not.toContain(own.id)
    expect(await ids(stranger)).not.toContain(own.id)
    expect(await ids(owner)).toEqual(expect.arrayContaining([own.id, item.id]))
    expect(await ids(admin)).toEqual(expect.arrayContaining([own.id, item.id]))
    const shown = (await list(null)).find((one) => one.id === item.id)
    expect(shown).toEqual({ ...sent, approvals: null, errors: null })
    expect((await list(null)).every((one) => one.state === 'sent')).toBe(true)
    expect((await list(admin)).find((one) => one.id === item.id).approvals).toHaveLength(1)
  })

  test('is newest first, in pages', async () => {
    const all = await list(admin)
    const first = (await admin.get(`${OUTBOX}?limit=2`)).body
    const second = (await admin.get(`${OUTBOX}?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 4))
  })

  test('is open to any site without a credential, and private with one', async () => {
    const open = await world.get(OUTBOX, { origin: 'https://anywhere.example' })
    expect(open.headers.get('access-control-allow-origin')).toBe('*')
    expect(open.headers.get('etag')).toBeTruthy()
    expect(open.headers.get('vary')).toBe('Authorization, Cookie')
    const own = await owner.get(OUTBOX)
    expect(own.headers.get('access-control-allow-origin')).toBeNull()
    expect(own.headers.get('cache-control')).toBe('no-store')
  })

  test('leaves out what is about hidden records, except for moderators', async () => {
    const { challenge, item } = await announced()
    await approve(item)
    await world.sql.query(`UPDATE "Challenge" SET "hiddenAt" = now() WHERE id = $1`, [challenge.id])
    const has = async (who: Actor | null) => (await list(who)).some((one) => one.id === item.id)
    expect([await has(null), await has(owner), await has(admin)]).toEqual([false, false, true])
  })

  test('has the platform’s own name as another, with the same bytes', async () => {
    const alias = OUTBOX.replace('platform', 'musebook')
    for (const headers of [{}, admin.authorization]) {
      expect((await world.get(alias, headers)).text).toBe((await world.get(OUTBOX, headers)).text)
    }
    const { id } = await draftChallenge(owner, { submissions: bothLinks })
    const announce = (path: string) =>
      admin.post(path, { kind: 'announce', challengeId: id, channel: 'lobby' }, { key: 'one-write-two-names' })
    const made = await announce(alias)
    expect(made.status, made.text).toBe(201)
    const again = await announce(OUTBOX)
    expect([again.status, again.text]).toEqual([200, made.text])
    const { item } = made.body
    expect((await admin.post(`${alias}/${item.id}/approve`, { payloadHash: item.payloadHash })).body.item.state).toBe(
      'sent',
    )
    expectRefused(await admin.post(`${alias}/${item.id}/cancel`), 409)
  })
})
