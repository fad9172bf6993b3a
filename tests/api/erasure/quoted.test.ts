import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesWith } from '@/tests/api/erasure/what-is-left'
import type { Actor, Json } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import {
  claimedMission,
  completedMission,
  convertedMission,
  created,
  decidedChallenge,
  draftChallenge,
  seedMission,
} from '@/tests/support/story'

// Where the service quotes what people wrote, marks and lines are changed a little: an erasure finds those copies too.

const NAME = 'Ada Unheard'
const PROMPT = `Where does she live?\nThe address of ${NAME} is known to many.`

let world: PlatformWorld
beforeAll(async () => {
  world = await openPlatformWorld('off')
})
afterAll(() => world.close())

/** A post that a moderator has queued, as text, and cancelled: what may still be sent cannot be erased. */
async function queued(admin: Actor, body: object): Promise<string> {
  const { item } = (await admin.post('/api/v1/platform-outbox', body)).body
  const cancelled = await admin.post(`/api/v1/platform-outbox/${item.id}/cancel`, { reason: 'Not now.' })
  expect(cancelled.status, cancelled.text).toBe(201)
  return item.payload
}

/** The same, with its answers. @returns the post, and how the answers tell it to whoever sends the same again. */
async function kept(admin: Actor, body: object): Promise<{ item: Json; replays: () => Promise<Json[]> }> {
  const [queueKey, cancelKey] = [randomUUID(), randomUUID()]
  const queue = () => admin.post('/api/v1/platform-outbox', body, { key: queueKey })
  const { item } = await created(queue())
  const cancel = () =>
    admin.post(`/api/v1/platform-outbox/${item.id}/cancel`, { reason: 'Not now.' }, { key: cancelKey })
  await created(cancel())
  return {
    item,
    async replays() {
      const replies = [await queue(), await cancel()]
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      return replies.map((reply) => reply.body.item)
    },
  }
}

const MARK = '[erased: Law 7]'

/** Of an erased post the text is gone, wherever it is told, and the hash of what was approved stays. */
async function expectErased(admin: Actor, { item, replays }: Awaited<ReturnType<typeof kept>>): Promise<void> {
  const listed: Json[] = (await admin.get('/api/v1/platform-outbox')).body.items
  for (const told of [...(await replays()), listed.find(({ id }) => id === item.id)]) {
    expect([told.text, told.payloadHash]).toEqual([MARK, item.payloadHash])
    expect(JSON.parse(told.payload)).toEqual({ ...JSON.parse(item.payload), text: MARK })
  }
}

async function erase(type: 'mission' | 'challenge', id: string, field: string): Promise<void> {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type, id, reason: 'Law 7', part: null, fields: [field], dryRun: false })
}

async function eraseWhole(id: string) {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  return eraseRecord({ type: 'mission', id, reason: 'Law 7', part: null, fields: [], dryRun: false })
}

async function erasePart(type: 'mission' | 'challenge', id: string, part: string): Promise<void> {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type, id, reason: 'Law 7', part, fields: [], dryRun: false })
}

test.each([
  ['quotation marks', '“', '”', ['‘', '’']],
  ['what looks like them', '‟', 'ˮ', ['‘', '’']],
  ['two apostrophes each', "''", "''", ["'", "'"]],
])('a title with %s is erased from notifications and posts', async (_what, begin, end, [begun, ended]) => {
  const [owner, contributor, admin] = [await world.wallet(), await world.wallet(), await world.admin()]
  const { id } = await seedMission(owner, {
    title: `Where ${begin}${NAME}${end} lives`,
    contributorWallet: contributor.address,
  })
  const update = { kind: 'mission-update', missionId: id, channel: 'lobby', summary: 'It grew.' }
  expect(await queued(admin, update)).toContain(`${begun}${NAME}${ended}`)
  const inbox = async () => (await contributor.get('/api/v1/notifications')).text
  expect(await inbox()).toContain(`${begun}${NAME}${ended}`)
  const report = { recordType: 'mission', recordId: id, reason: 'It tells where somebody lives.' }
  expect((await contributor.post('/api/moderation/reports', report)).status).toBe(201)
  expect((await admin.get('/api/v1/notifications')).text).toContain(NAME)

  await erase('mission', id, 'title')
  expect(await inbox()).not.toContain(NAME)
  expect((await admin.get('/api/v1/notifications')).text).not.toContain(NAME)
  expect((await admin.get('/api/v1/platform-outbox')).text).not.toContain(NAME)
})

test.each([
  ['of several lines', PROMPT],
  ['that is longer than what a post quotes', `${PROMPT}\n${'More about it. '.repeat(60)}`],
])('a prompt %s is erased from the announcement', async (_what, prompt) => {
  const [owner, admin] = [await world.wallet(), await world.admin()]
  const { id } = await draftChallenge(owner, { prompt })
  const announcement = { kind: 'announce', challengeId: id, channel: 'lobby' }
  expect(await queued(admin, announcement)).toContain(NAME)
  await erase('challenge', id, 'prompt')
  expect((await admin.get('/api/v1/platform-outbox')).text).not.toContain(NAME)
})

test('a deliverable is erased from the milestone that it begins', async () => {
  const owner = await world.wallet()
  const deliverable = `${NAME} gets a tree.\n${'It is watered. '.repeat(20)}`
  const { id, milestones } = await seedMission(owner, { deliverable, milestones: undefined })
  expect(milestones[0].title).toContain(NAME)
  await erase('mission', id, 'deliverable')
  expect(await tablesWith(world, `${NAME} gets`)).toEqual([])
})

test('a text is erased from the index of titles too, also where it ends in a sigma', async () => {
  const owner = await world.wallet()
  const contenderA = 'Η οδός Ερμού 17 του Νίκος'
  const { id } = await draftChallenge(owner, { title: `${contenderA} ή αλλού;`, contenderA })
  await erase('challenge', id, 'contenderA')
  const { rows } = await world.sql.query('SELECT folded FROM "ChallengeTitle" WHERE id = $1', [id])
  expect(rows).toEqual([{ folded: MARK }])
  const found = await world.get(`/api/v1/challenges?q=${encodeURIComponent('οδός Ερμού 17')}`)
  expect(found.body.challenges).toEqual([])
})

test('the notifications about another record of the same title stay', async () => {
  const title = `The tree of ${NAME}`
  const [mallory, alice, bob] = [await world.wallet(), await world.wallet(), await world.wallet()]
  const [erased, kept] = [await seedMission(mallory, { title }), await seedMission(alice, { title })]
  for (const { id } of [erased, kept]) expect((await bob.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  const inbox = async (of: Actor) => (await of.get('/api/v1/notifications')).text
  const whole = await inbox(alice)
  expect(whole).toContain(title)
  await eraseWhole(erased.id)
  expect(await inbox(alice)).toBe(whole)
  expect(await inbox(mallory)).not.toContain(title)
})

test('what moderators wrote about another record of the same title stays', async () => {
  const title = `The other tree of ${NAME}`
  const [mallory, alice, bob, admin] = [
    await world.wallet(),
    await world.wallet(),
    await world.wallet(),
    await world.admin(),
  ]
  /** A mission that was reported and hidden, and then a part of it, so that no notification of that leads to the mission. */
  async function hidden(owner: Actor): Promise<string> {
    const { id } = await seedMission(owner, { title })
    const told = { kind: 'Link', url: 'https://example.org/tree', note: 'A tree.' }
    const { evidenceItem: evidence } = await created(owner.post(`/api/projects/${id}/evidence`, told))
    const of = { recordType: 'mission', recordId: id, reason: 'Look at it.' }
    await created(bob.post('/api/moderation/reports', of))
    await created(admin.post('/api/moderation', { ...of, action: 'hide' }))
    const ofPart = { recordType: 'evidence', recordId: evidence.id, reason: 'It names somebody.' }
    await created(admin.post('/api/moderation', { ...ofPart, action: 'hide' }))
    return id
  }
  const [copy] = [await hidden(mallory), await hidden(alice)]
  const told = async (of: Actor) => {
    const { notifications }: { notifications: Json[] } = (await of.get('/api/v1/notifications')).body
    return notifications.filter(({ body, href }) => body.includes(title) && !href.startsWith('/missions/')).length
  }
  const all = () => Promise.all([mallory, alice, admin].map(told))
  expect(await all()).toEqual([1, 1, 2])
  await eraseWhole(copy)
  expect(await all()).toEqual([0, 1, 1])
})

test('of two records that were erased for one reason, a repetition for the first finds nothing of the second', async () => {
  const [owner, reporter] = [await world.wallet(), await world.wallet()]
  const [first, second] = [await seedMission(owner), await seedMission(owner)]
  for (const { id } of [first, second]) await eraseWhole(id)
  const report = { recordType: 'mission', recordId: second.id, reason: 'Look at it.' }
  await created(reporter.post('/api/moderation/reports', report))
  expect((await eraseWhole(first.id)).texts).toEqual(new Map())
})

test('labels are erased by the name that the API gives them, also where no receipt tells them yet', async () => {
  const owner = await world.wallet()
  const labels = { contenderA: 'Ada One', contenderB: 'Ada Two', rewardDescription: 'A cake for Ada' }
  const { id, title } = await draftChallenge(owner, labels)
  await erase('challenge', id, 'label')
  const { challenge } = (await world.get(`/api/v1/challenges/${id}`)).body
  expect([challenge.contenderA, challenge.contenderB, challenge.reward.label]).toEqual([MARK, MARK, MARK])
  expect(challenge.title).toBe(title)
})

test.each([
  ['label', 'contenderA', 'Anna B.', 'Side A: “Anna B.”'],
  ['title', 'title', 'Tar', 'Challenge: “Tar”'],
  ['prompt', 'prompt', 'Anna?', '> Anna?'],
  ['prompt of several lines', 'prompt', 'Is it "Anna"?\nOr C:\\Bo?', '> Or C:\\Bo?'],
])(
  'a %s is erased from the announcement and the answers to it, however short',
  async (_what, field, words, quotation) => {
    const [owner, admin] = [await world.wallet(), await world.admin()]
    const { id } = await draftChallenge(owner, { [field]: words })
    const post = await kept(admin, { kind: 'announce', challengeId: id, channel: 'lobby' })
    expect(post.item.text).toContain(quotation)
    await erase('challenge', id, field)
    await expectErased(admin, post)
  },
)

test('a reply that quotes a short title stays: it is the words of somebody else', async () => {
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner, { title: 'Tar' })
  const reply = 'I prefer “Tar”, because it is short.'
  await world.sql.query(
    `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
     VALUES (gen_random_uuid(), $1, 77, 'muse_abc', 'Tarn', $2, 'https://community.example/p/77', now(), now(), 'pending')`,
    [id, reply],
  )
  await erase('challenge', id, 'title')
  const { proposals } = (await world.get(`/api/v1/challenges/${id}/musebook`)).body
  expect(proposals.map(({ text }: Json) => text)).toEqual([reply])
})

test('a short statement is erased from the post about the receipt', async () => {
  const [owner, contributor, admin] = [await world.wallet(), await world.wallet(), await world.admin()]
  const { id } = await claimedMission(owner, contributor)
  await created(owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'abandoned', statement: 'Ulm!' }))
  const post = await kept(admin, { kind: 'receipt', missionId: id, channel: 'lobby' })
  expect(post.item.text).toContain('\n> Ulm!\n')
  await erase('mission', id, 'statement')
  await expectErased(admin, post)
})

test('a short title, and the short words of a verifier, are erased from notifications', async () => {
  const [owner, contributor, verifier] = [await world.wallet(), await world.wallet(), await world.verifier()]
  const inbox = async () => (await owner.get('/api/v1/notifications')).text
  const { mission } = await completedMission(owner, contributor, verifier, { title: 'Tar' })
  expect(await inbox()).toContain('“Tar” was claimed.')
  await erase('mission', mission.id, 'title')
  expect(await inbox()).not.toContain('“Tar”')

  const { id } = await decidedChallenge(world, owner)
  const verdict = { verdict: 'reject', explanation: 'Ulm!' }
  await created(verifier.signed(`/api/v1/challenges/${id}/verify-decision`, verdict))
  expect(await inbox()).toContain('The verifier wrote: Ulm!')
  await erase('challenge', id, 'explanation')
  expect(await inbox()).not.toContain('Ulm!')
})

test('a challenge that is erased as a part goes from the answers about its announcement', async () => {
  const [owner, admin] = [await world.wallet(), await world.admin()]
  const { id } = await draftChallenge(owner, { title: `Who knows ${NAME}?` })
  const post = await kept(admin, { kind: 'announce', challengeId: id, channel: 'lobby' })
  await erasePart('challenge', id, id)
  await expectErased(admin, post)
})

test('and from those about posts of its mission, which has its title', async () => {
  const [owner, verifier, admin] = [await world.wallet(), await world.verifier(), await world.admin()]
  const mission = await convertedMission(world, owner, verifier)
  const update = { kind: 'mission-update', missionId: mission.id, channel: 'lobby', summary: 'It grew.' }
  const post = await kept(admin, update)
  expect(post.item.text).toContain(mission.title)
  await erasePart('challenge', mission.source.challengeId, mission.source.challengeId)
  await expectErased(admin, post)
})

test('a part that posts do not quote leaves the answers about them as they are', async () => {
  const [owner, admin] = [await world.wallet(), await world.admin()]
  const { id } = await draftChallenge(owner)
  const { challenge } = await created(
    owner.post(`/api/v1/challenges/${id}/submissions`, { side: 'A', url: `https://example.org/${randomUUID()}` }),
  )
  const post = await kept(admin, { kind: 'announce', challengeId: id, channel: 'lobby' })
  const whole = await post.replays()
  await erasePart('challenge', id, challenge.submissions.A.id)
  expect(await post.replays()).toEqual(whole)
})
