import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablesWith } from '@/tests/api/erasure/what-is-left'
import type { Actor } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { draftChallenge, seedMission } from '@/tests/support/story'

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

async function erase(type: 'mission' | 'challenge', id: string, field: string): Promise<void> {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type, id, reason: 'Law 7', part: null, fields: [field], dryRun: false })
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

test('the notifications about another record of the same title stay', async () => {
  const title = `The tree of ${NAME}`
  const [mallory, alice, bob] = [await world.wallet(), await world.wallet(), await world.wallet()]
  const [erased, kept] = [await seedMission(mallory, { title }), await seedMission(alice, { title })]
  for (const { id } of [erased, kept]) expect((await bob.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  const inbox = async (of: Actor) => (await of.get('/api/v1/notifications')).text
  const whole = await inbox(alice)
  expect(whole).toContain(title)
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type: 'mission', id: erased.id, reason: 'Law 7', part: null, fields: [], dryRun: false })
  expect(await inbox(alice)).toBe(whole)
  expect(await inbox(mallory)).not.toContain(title)
})
