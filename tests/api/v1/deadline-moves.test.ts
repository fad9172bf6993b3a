import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEADLINE_MOVES_MAX } from '@/lib/contract/limits'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import {
  awaitingChallenge,
  bothLinks,
  claimedMission,
  dayFromNow,
  decisionBody,
  draftChallenge,
  openChallenge,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A deadline that has passed is no trap: its owner gives more time, on record, and only more.

let world: World
let owner: Actor
let other: Actor
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  ;[owner, other] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const reason = 'Two more people asked for time.'
const [PAST, NEAR, FAR] = [dayFromNow(-2), dayFromNow(70), dayFromNow(80)]
const challenge = async (id: string): Promise<Json> => (await world.get(`/api/v1/challenges/${id}`)).body.challenge
const mission = async (id: string): Promise<Json> => (await world.get(`/api/v1/missions/${id}`)).body.mission
const setDay = (table: string, column: string, id: string, day: string) =>
  world.sql.query(`UPDATE "${table}" SET "${column}" = $2::date WHERE id = $1`, [id, day])
const newsOf = async (who: Actor): Promise<Json> => (await who.get('/api/v1/notifications')).body.notifications[0]

describe.each([
  ['/api/v1/challenges', 'challenge'],
  ['/api/battles', 'battle'],
])('%s', (base, name) => {
  const move = (id: string, body: object, who = owner): Promise<Reply> =>
    who.post(`${base}/${id}/deadlines`, { reason, ...body })
  const link = (id: string, side: 'A' | 'B') =>
    other.post(`/api/v1/challenges/${id}/submissions`, { side, url: `https://example.org/${side}` })

  test('a draft whose day had ended takes its links again, and opens', async () => {
    const { id } = await draftChallenge(owner)
    await link(id, 'A')
    await setDay('Challenge', 'submissionDeadline', id, PAST)
    expectRefused(await link(id, 'B'), 409)
    const { status, body } = await move(id, { submissionDeadline: NEAR, decisionDeadline: FAR })
    expect([status, body[name].state, body[name].submissionDeadline, body[name].decisionDeadline]).toEqual([
      201,
      'DRAFT',
      NEAR,
      FAR,
    ])
    expect((await challenge(id)).history.at(-1)).toMatchObject({
      kind: 'deadline-moved',
      actor: owner.address,
      from: null,
      data: { reason, submissionDeadline: NEAR, decisionDeadline: FAR, previous: { submissionDeadline: PAST } },
    })
    expect(await newsOf(other)).toMatchObject({ kind: 'deadline-moved', href: `/challenges/${id}` })
    expect((await link(id, 'B')).body.challenge.state).toBe('OPEN')
  })

  test('whose both links are there, since one was restored, it opens by it', async () => {
    const { id } = await draftChallenge(owner)
    await link(id, 'A')
    const first = (await challenge(id)).submissions.A.id
    const admin = await world.admin()
    await done(hide(admin, 'submission', first))
    await link(id, 'B')
    await setDay('Challenge', 'submissionDeadline', id, PAST)
    await done(restore(admin, 'submission', first))
    expect((await challenge(id)).state).toBe('DRAFT')
    expect((await move(id, { decisionDeadline: NEAR })).body[name].state).toBe('DRAFT')
    expect((await move(id, { submissionDeadline: NEAR })).body[name].state).toBe('OPEN')
    expect((await challenge(id)).history.at(-1)).toMatchObject({ kind: 'deadline-moved', from: 'DRAFT', to: 'OPEN' })
  })

  test('while a decision is awaited, its day alone moves, and a decision by then is not late', async () => {
    const { id } = await awaitingChallenge(world, owner)
    await setDay('Challenge', 'decisionDeadline', id, PAST)
    for (const days of [
      { submissionDeadline: NEAR, decisionDeadline: FAR },
      // Which days would do is beside the point: none of them is moved.
      { submissionDeadline: FAR },
      { submissionDeadline: FAR, decisionDeadline: NEAR },
    ])
      expectRefused(await move(id, days), 409)
    expect((await move(id, { decisionDeadline: NEAR })).status).toBe(201)
    const decided = await owner.post(`/api/v1/challenges/${id}/decision`, decisionBody)
    expect(decided.body.challenge.decision.late).toBe(false)
    expectRefused(await move(id, { decisionDeadline: FAR }), 409)
  })

  test('what is due is settled first', async () => {
    const { id } = await openChallenge(owner)
    expectRefused(await move(id, { decisionDeadline: NEAR }), 409)
    await setDay('Challenge', 'submissionDeadline', id, PAST)
    const { body } = await move(id, { decisionDeadline: NEAR })
    expect(body[name]).toMatchObject({ state: 'AWAITING_DECISION', decisionDeadline: NEAR })
  })

  test('forward only, one at least, in their order, by the owner, with a reason', async () => {
    const { id, submissionDeadline, decisionDeadline } = await draftChallenge(owner)
    for (const [body, field] of [
      [{}, 'submissionDeadline'],
      [{ submissionDeadline }, 'submissionDeadline'],
      [{ decisionDeadline }, 'decisionDeadline'],
      [{ decisionDeadline: PAST }, 'decisionDeadline'],
      [{ submissionDeadline: NEAR }, 'decisionDeadline'],
      [{ submissionDeadline: FAR, decisionDeadline: NEAR }, 'decisionDeadline'],
      [{ submissionDeadline: 'soon' }, 'submissionDeadline'],
      [{ decisionDeadline: FAR, reason: '' }, 'reason'],
    ] as const)
      expectRefused(await move(id, body), 400, field)
    await setDay('Challenge', 'decisionDeadline', id, dayFromNow(-10))
    expectRefused(await move(id, { decisionDeadline: PAST }), 400, 'decisionDeadline')
    expectRefused(await move(id, { decisionDeadline: FAR }, other), 403)
  })
})

describe.each([
  ['/api/v1/missions', 'mission'],
  ['/api/projects', 'project'],
])('%s', (base, name) => {
  const move = (id: string, deadline: string, who = owner): Promise<Reply> =>
    who.post(`${base}/${id}/deadline`, { deadline, reason })

  test('the owner gives the contributor more time, on record', async () => {
    const { id, deadline } = await claimedMission(owner, other)
    expect((await move(id, FAR)).body[name]).toMatchObject({ id, state: 'CLAIMED', deadline: FAR })
    expect((await mission(id)).history.at(-1)).toMatchObject({
      kind: 'deadline-moved',
      from: null,
      to: null,
      data: { reason, deadline: FAR, previous: deadline },
    })
    expect(await newsOf(other)).toMatchObject({ kind: 'deadline-moved', href: `/missions/${id}` })
  })

  test('a mission that was over can be claimed again, and expires no more', async () => {
    const { id } = await seedMission(owner)
    await setDay('Mission', 'deadline', id, PAST)
    expectRefused(await other.post(`/api/v1/missions/${id}/claim`), 409)
    expect((await move(id, NEAR)).status).toBe(201)
    expectRefused(await other.post(`/api/projects/${id}/outcome`, { outcome: 'expired', statement: 'x' }), 409)
    expect((await other.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  })

  test('forward only, by the owner, until the outcome', async () => {
    const { id, deadline } = await seedMission(owner)
    expectRefused(await move(id, deadline), 400, 'deadline')
    expectRefused(await move(id, PAST), 400, 'deadline')
    expectRefused(await owner.post(`${base}/${id}/deadline`, { deadline: FAR }), 400, 'reason')
    expectRefused(await move(id, FAR, other), 403)
    await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'abandoned', statement: 'Over.' })
    expectRefused(await move(id, FAR), 409)
    expectRefused(await move(id, deadline), 409)
  })
})

test(`deadlines of one record are moved ${DEADLINE_MOVES_MAX} times at most`, async () => {
  const { id } = await seedMission(owner)
  const drafted = await draftChallenge(owner, { submissions: bothLinks.slice(0, 1) })
  for (const [record, path, body] of [
    [id, `/api/v1/missions/${id}/deadline`, { deadline: FAR, reason }],
    [drafted.id, `/api/v1/challenges/${drafted.id}/deadlines`, { decisionDeadline: FAR, reason }],
  ] as const) {
    await world.sql.query(
      `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash)
       SELECT $1, 1000 + n, 'deadline-moved', now(), '{}', '' FROM generate_series(1, $2) n`,
      [record, DEADLINE_MOVES_MAX],
    )
    expectRefused(await owner.post(path, body), 409)
  }
})
