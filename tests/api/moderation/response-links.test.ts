import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { done, eventsOf, hide, lastEvent, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { countFlights } from '@/tests/support/flights'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import {
  awaitingChallenge,
  bothLinks,
  convertedMission,
  dayFromNow,
  decidedChallenge,
  draftChallenge,
  openChallenge,
  verifiedChallenge,
} from '@/tests/support/story'

// A response link that a moderator hides: its URL is withheld wherever it stands, and its side is free while links are taken.

const ROUND_TRIPS_MAX = 5
const URL_A = 'https://example.org/a'

let world: PlatformWorld
let flights: () => number
let owner: Actor
let other: Actor
let admin: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[other, admin, verifier] = await Promise.all([world.wallet(), world.admin(), world.verifier()])
  flights = countFlights()
})
beforeEach(async () => {
  owner = await world.wallet()
})
afterAll(() => world.close())

const SURFACES = [
  { name: 'challenge', at: (id: string) => `/api/v1/challenges/${id}`, links: 'submissions' },
  { name: 'battle', at: (id: string) => `/api/battles/${id}`, links: 'responses' },
] as const
const at = SURFACES[0].at

const read = async (id: string): Promise<Json> => (await world.get(at(id))).body.challenge
const link = (who: Actor, id: string, side: string, url: string) => who.post(`${at(id)}/submissions`, { side, url })
const linkOf = async (id: string, side: 'A' | 'B' = 'A'): Promise<string> => (await read(id)).submissions[side].id

describe.each(SURFACES)('as the $name shows it', ({ name, at: path, links }) => {
  const shown = async (id: string): Promise<Json> => (await world.get(path(id))).body[name]

  test('a link has an id of its own; hidden, its side is free and takes another link, and the state stays', async () => {
    const { id } = await openChallenge(owner)
    const before = await shown(id)
    const { A, B } = before.submissions
    expect(new Set([A.id, B.id, id]).size).toBe(3)

    await done(hide(admin, 'submission', A.id))
    const text = await world.get(path(id))
    expect(text.text).not.toContain(URL_A)
    expect(text.body[name]).toMatchObject({ state: 'OPEN', submissions: { A: null, B } })

    expectRefused(await other.post(`${path(id)}/${links}`, { side: 'B', url: 'https://example.org/b2' }), 409)
    expectRefused(await other.post(`${path(id)}/${links}`, { side: 'A', url: URL_A }), 409)
    const reply = await other.post(`${path(id)}/${links}`, { side: 'A', url: 'https://example.org/a2' })
    expect(reply.status, reply.text).toBe(201)
    const { submissions, state } = reply.body[name]
    expect([state, submissions.A]).toMatchObject([
      'OPEN',
      { url: 'https://example.org/a2', submittedBy: other.address },
    ])
    expect(submissions.A.id).not.toBe(A.id)
    expectRefused(await restore(admin, 'submission', A.id), 409)
    expect((await shown(id)).submissions).toEqual(submissions)
  })

  test('restored while its side is free, it stands where it stood', async () => {
    const { id } = await openChallenge(owner)
    const before = await shown(id)
    await done(hide(admin, 'submission', before.submissions.B.id))
    await done(restore(admin, 'submission', before.submissions.B.id))
    const after = await shown(id)
    expect([after.submissions, after.state]).toEqual([before.submissions, before.state])
    expect(after.history.slice(0, before.history.length)).toEqual(before.history)
  })
})

test('hiding and restoring are on record, and cost no more round trips than for other records', async () => {
  const { id } = await draftChallenge(owner)
  await link(other, id, 'A', URL_A)
  const submissionId = await linkOf(id)
  flights()
  const hidden = await done(hide(admin, 'submission', submissionId.toUpperCase(), 'It is spam.'))
  expect(flights()).toBeLessThanOrEqual(ROUND_TRIPS_MAX)
  const deed = { recordType: 'submission', recordId: submissionId, moderator: admin.address, seeds: 0 }
  expect(hidden).toMatchObject({ ...deed, action: 'hide', hidden: true })
  expectRefused(await hide(admin, 'submission', submissionId), 409)
  const data = { recordType: 'submission', recordId: submissionId, reason: 'It is spam.' }
  expect(await lastEvent(world, id)).toMatchObject({ kind: 'record-hidden', actor: admin.address, data, to: null })
  const { hidings } = (await admin.get('/api/moderation?limit=1')).body
  expect(hidings[0]).toMatchObject({ ...data, challengeId: id, missionId: null, excerpt: URL_A, hidden: true })
  expect((await other.get('/api/v1/notifications')).body.notifications[0]).toMatchObject({
    kind: 'record-hidden',
    href: `/challenges/${id}`,
    body: expect.stringContaining('It is spam.'),
  })
  flights()
  await done(restore(admin, 'submission', submissionId))
  expect(flights()).toBeLessThanOrEqual(ROUND_TRIPS_MAX)
  expectRefused(await restore(admin, 'submission', submissionId), 409)
})

test('a link of an unknown id, and a challenge’s id in its place, is 404', async () => {
  const { id } = await openChallenge(owner)
  for (const wrong of [id, 'none', '']) expectRefused(await hide(admin, 'submission', wrong), 404)
  expectRefused(await hide(admin, 'proposal', await linkOf(id)), 404)
})

test('a link that was erased by law is not recorded again, whether it was hidden before or not', async () => {
  const { id } = await openChallenge(owner)
  await done(hide(admin, 'submission', await linkOf(id)))
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type: 'challenge', id, part: null, reason: 'Law 7', fields: ['url'], dryRun: false })
  for (const url of [URL_A, 'https://example.org/b']) {
    const refused = await link(other, id, 'A', url)
    expectRefused(refused, 409)
    expect(refused.text).toContain('erased here by law')
  }
  expect((await link(other, id, 'A', 'https://example.org/another')).status).toBe(201)
})

test('a draft with a hidden link opens only when both sides have one that is shown', async () => {
  const { id } = await draftChallenge(owner)
  await link(other, id, 'A', URL_A)
  const first = await linkOf(id)
  await done(hide(admin, 'submission', first))
  await link(other, id, 'B', 'https://example.org/b')
  expect((await read(id)).state).toBe('DRAFT')
  await done(restore(admin, 'submission', first))
  expect(await read(id)).toMatchObject({ state: 'OPEN', submissions: { A: { id: first } } })
  expect((await eventsOf(world, id)).at(-1)).toBe('record-restored DRAFT OPEN')
})

test('both links of an open challenge can be hidden and recorded anew, in either order', async () => {
  const { id } = await openChallenge(owner)
  for (const side of ['A', 'B'] as const) await done(hide(admin, 'submission', await linkOf(id, side)))
  expect(await read(id)).toMatchObject({ state: 'OPEN', submissions: { A: null, B: null } })
  for (const side of ['B', 'A']) {
    expect((await link(other, id, side, `https://example.org/new-${side}`)).status).toBe(201)
    expect((await read(id)).state).toBe('OPEN')
  }
  expect((await eventsOf(world, id)).slice(-2)).toEqual(['link-recorded OPEN OPEN', 'link-recorded OPEN OPEN'])
})

test('a free side takes no link once the submission day has ended', async () => {
  const { id } = await openChallenge(owner)
  const submissionId = await linkOf(id)
  await done(hide(admin, 'submission', submissionId))
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-9)])
  expectRefused(await link(other, id, 'A', 'https://example.org/late'), 409)
  const { state, submissions } = await read(id)
  expect([state, submissions.A]).toMatchObject(['AWAITING_DECISION', { id: submissionId, url: null, withheld: true }])
})

test('the history withholds a hidden link, whether it names it by its id or, as it used to, by its URL', async () => {
  const { id } = await draftChallenge(owner, { submissions: [bothLinks[1]] })
  await link(other, id, 'A', URL_A)
  const before = (await read(id)).history
  const [created, recorded] = before
  expect(recorded.data).toMatchObject({ submissionId: await linkOf(id), side: 'A', url: URL_A })
  await done(hide(admin, 'submission', await linkOf(id)))
  expect((await read(id)).history.slice(0, 2)).toEqual([created, { ...recorded, data: {}, withheld: true }])
  await done(hide(admin, 'submission', await linkOf(id, 'B')))
  expect((await read(id)).history[0]).toEqual({ ...created, data: {}, withheld: true })

  // As before links had ids: their events name side and URL alone.
  await world.sql.query(`ALTER TABLE "HistoryEvent" DISABLE TRIGGER append_only`)
  await world.sql.query(
    `UPDATE "HistoryEvent" SET data = CASE WHEN kind = 'link-recorded' THEN data - 'submissionId'
       ELSE data || jsonb_build_object('submissions', jsonb_build_array(jsonb_build_object('side', 'B', 'url', $2::text))) END
     WHERE "recordId" = $1 AND kind IN ('link-recorded', 'challenge-created')`,
    [id, bothLinks[1]?.url],
  )
  await world.sql.query(`ALTER TABLE "HistoryEvent" ENABLE TRIGGER append_only`)
  // Only an event with a new hash makes a new version of what is remembered.
  await done(restore(admin, 'submission', (await lastEvent(world, id)).data.recordId))
  const { history } = await read(id)
  expect(history.slice(0, 2).map(({ withheld }: Json) => withheld)).toEqual([undefined, true])
  expect(JSON.stringify(history)).not.toContain(URL_A)
})

describe('once the discussion has closed', () => {
  const CLOSED: [string, () => Promise<Json>][] = [
    ['AWAITING_DECISION', () => awaitingChallenge(world, owner)],
    ['DECISION_SUBMITTED', () => decidedChallenge(world, owner)],
    ['DECISION_VERIFIED', () => verifiedChallenge(world, owner, verifier)],
  ]
  test.each(CLOSED)('in %s only the URL is withheld: who recorded it, and when, stays', async (state, reach) => {
    const { id, submissions } = await reach()
    await done(hide(admin, 'submission', submissions.A.id))
    const { text, body } = await world.get(at(id))
    expect(text).not.toContain(URL_A)
    const { A } = body.challenge.submissions
    expect(A).toEqual({ ...submissions.A, url: null, withheld: true })
    expect(body.challenge.state).toBe(state)
    expectRefused(await link(other, id, 'A', 'https://example.org/new'), 409)
    await done(restore(admin, 'submission', A.id))
    expect((await read(id)).submissions).toEqual(submissions)
  })

  test.each([
    ['and its end is stored', true],
    ['and nobody has read it since', false],
  ])(
    'the link that had the side at the end keeps it: an earlier hidden one cannot come in its place, %s',
    async (_when, isRead) => {
      const { id } = await openChallenge(owner)
      const first = await linkOf(id)
      await done(hide(admin, 'submission', first))
      await link(other, id, 'A', 'https://example.org/second')
      const second = await linkOf(id)
      await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [
        id,
        dayFromNow(-9),
      ])
      if (isRead) await read(id)
      await done(hide(admin, 'submission', second))
      expectRefused(await restore(admin, 'submission', first), 409)
      expect((await read(id)).submissions.A).toMatchObject({ id: second, url: null })
      await done(restore(admin, 'submission', second))
      expect((await read(id)).submissions.A).toMatchObject({ id: second, url: 'https://example.org/second' })
    },
  )

  test('the end of the discussion comes before what a moderator does after it, though nobody has read the challenge since', async () => {
    const { id, submissions } = await openChallenge(owner)
    await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-9)])
    await done(hide(admin, 'submission', submissions.A.id))
    await read(id)
    expect((await eventsOf(world, id)).slice(1)).toEqual(['submissions-closed OPEN AWAITING_DECISION', 'record-hidden'])
  })

  test('the mission that grew from it withholds the URL too; a receipt says what was shown when it was issued', async () => {
    const mission = await convertedMission(world, owner, verifier)
    const mine = `/api/v1/missions/${mission.id}`
    const shown = async () => (await world.get(mine)).body.mission.source
    const { chosenSide } = await shown()
    const { challengeId } = mission.source
    await done(hide(admin, 'submission', chosenSide.id))
    for (const path of [mine, `/api/projects/${mission.id}`, '/api/v1/missions?limit=5'])
      expect((await world.get(path)).text).not.toContain(URL_A)
    expect((await shown()).chosenSide).toEqual({ ...chosenSide, url: null, withheld: true })
    const data = { recordType: 'submission', recordId: chosenSide.id }
    for (const id of [challengeId, mission.id])
      expect(await lastEvent(world, id)).toMatchObject({ kind: 'record-hidden', data })

    const ended = await owner.post(`${mine}/complete`, { outcome: 'abandoned', statement: 'It goes no further.' })
    const { receipt } = ended.body
    expect(receipt.discussion.submissions.A).toEqual({ ...chosenSide, url: null, withheld: true })
    await done(restore(admin, 'submission', chosenSide.id))
    expect((await shown()).chosenSide).toEqual(chosenSide)
    const issued = (await world.get(`/api/v1/receipts/${receipt.id}`)).body.receipt
    expect(issued).toMatchObject({ contentHash: receipt.contentHash, discussion: receipt.discussion })
  })

  test('the queue of verifiers shows no hidden link', async () => {
    const { id, submissions } = await decidedChallenge(world, owner)
    await done(hide(admin, 'submission', submissions.A.id))
    const { listWaiting } = await import('@/lib/review/queries')
    const item = (await listWaiting({})).items.find(
      (waiting) => waiting.kind === 'decision' && waiting.challengeId === id,
    )
    expect(item).toMatchObject({ sides: { A: { url: null }, B: { url: 'https://example.org/b' } } })
  })
})

describe('a proposal that became a response', () => {
  async function proposed(): Promise<{ id: string; proposals: Json[] }> {
    const { id } = await draftChallenge(owner)
    const root = await world.sandbox.post(world.own, { text: 'Which one?' })
    for (const name of ['Ada', 'Bela']) await world.sandbox.postAnonymously(name, { text: 'Mine.', parent: root })
    await owner.post(`${at(id)}/musebook`, { channel: 'lobby', originPostUrl: world.sandbox.url(root) })
    return { id, proposals: (await owner.post(`${at(id)}/musebook/sync`)).body.proposals }
  }
  const accept = (id: string, proposal: Json) => owner.post(`${at(id)}/proposals/${proposal.id}/accept`, { side: 'A' })

  test('makes room for another when its link is hidden, and stays on record as accepted', async () => {
    const { id, proposals } = await proposed()
    expect((await accept(id, proposals[0])).status).toBe(201)
    const submissionId = await linkOf(id)
    await done(hide(admin, 'submission', submissionId))
    expectRefused(await accept(id, proposals[0]), 409)
    const reply = await accept(id, proposals[1])
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.proposals.map(({ status, side }: Json) => [status, side])).toEqual([
      ['accepted', 'A'],
      ['accepted', 'A'],
    ])
    expect((await read(id)).submissions.A).toMatchObject({ proposalId: proposals[1].id, url: proposals[1].url })
    expectRefused(await restore(admin, 'submission', submissionId), 409)
  })

  test('is a record of its own: hidden, its link stays; its link hidden, it stays', async () => {
    const { id, proposals } = await proposed()
    await accept(id, proposals[0])
    const submissionId = await linkOf(id)
    await done(hide(admin, 'proposal', proposals[0].id))
    expect((await read(id)).submissions.A).toMatchObject({ id: submissionId, url: proposals[0].url })
    await done(hide(admin, 'submission', submissionId))
    await done(restore(admin, 'proposal', proposals[0].id))
    const { history, submissions } = await read(id)
    expect(submissions.A).toBeNull()
    expect(history.find(({ kind }: Json) => kind === 'proposal-accepted')).toMatchObject({ data: {}, withheld: true })
    expect((await world.get(`${at(id)}/musebook`)).body.proposals[0]).toMatchObject({ url: proposals[0].url })
  })
})

test('a response link can be reported, once, and its hiding settles the report', async () => {
  const { id } = await openChallenge(owner)
  const recordId = await linkOf(id)
  const report = () =>
    other.post('/api/moderation/reports', { recordType: 'submission', recordId, reason: 'It leads to malware.' })
  const made = await report()
  expect(made.status, made.text).toBe(201)
  expect(made.body.report).toMatchObject({ recordType: 'submission', recordId, challengeId: id, excerpt: URL_A })
  expectRefused(await report(), 409)
  await done(hide(admin, 'submission', recordId))
  expectRefused(
    await (await world.wallet()).post('/api/moderation/reports', { recordType: 'submission', recordId, reason: 'x' }),
    410,
  )
  const { reports } = (await admin.get('/api/moderation/reports?state=hidden&limit=1')).body
  expect(reports[0]).toMatchObject({ id: made.body.report.id, settledBy: admin.address })
})
