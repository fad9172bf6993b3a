import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { planOf } from '@/tests/support/plan'
import {
  awaitingChallenge,
  claimedMission,
  completedMission,
  dayFromNow,
  draftChallenge,
  openChallenge,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// The order of a list by the day that comes next, and what it can be asked for beside a state.

let world: World
let owner: Actor
let other: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 100 })
  ;[owner, other] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const body = async (path: string): Promise<Json> => {
  const reply = await world.get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

/** Every page of a list. */
async function walk(path: string, key: 'challenges' | 'missions', limit = 2): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Json = await body(`${path}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    ids.push(...page[key].map(({ id }: Json) => id))
    cursor = page.nextCursor
  }
  return ids
}

describe('missions', () => {
  let soon: Json
  let later: Json
  let alsoLater: Json
  let claimed: Json
  let paid: Json
  let ended: Json
  let overdue: Json
  let meant: Json
  beforeAll(async () => {
    later = await seedMission(owner, { deadline: dayFromNow(20) })
    soon = await seedMission(owner, { deadline: dayFromNow(3) })
    alsoLater = await seedMission(owner, { deadline: dayFromNow(20) })
    paid = await seedMission(owner, { deadline: dayFromNow(9), bountyAmount: '5', bountyCurrency: 'EUR' })
    claimed = await claimedMission(owner, other, { deadline: dayFromNow(5) })
    meant = await seedMission(owner, { deadline: dayFromNow(30), contributorWallet: other.address })
    ended = (await completedMission(owner, other, await world.verifier(), { bountyAmount: '1' })).mission
    overdue = await seedMission(owner)
    await world.sql.query(`UPDATE "Mission" SET deadline = '2020-01-01' WHERE id = $1`, [overdue.id])
  })

  test('come in the order of their deadlines, of one day the older first, without what has ended or is overdue', async () => {
    const expected = [soon, claimed, paid, later, alsoLater, meant].map(({ id }) => id)
    for (const limit of [1, 2, 3, 6, 7])
      expect(await walk('/api/v1/missions?sort=deadline', 'missions', limit)).toEqual(expected)
    expect(await walk('/api/projects?sort=deadline', 'projects' as 'missions')).toEqual(expected)
    expect(await walk(`/api/v1/missions?sort=deadline&owner=${owner.address}`, 'missions')).toEqual(expected)
    expect(await walk('/api/v1/missions?sort=deadline&state=CLAIMED', 'missions')).toEqual([claimed.id])
    expect(await walk('/api/v1/missions?sort=deadline&q=guide', 'missions')).toEqual(expected)
  })

  test('with the last day still to go are in the list, and not when it has ended', async () => {
    const { id } = await seedMission(owner, { deadline: dayFromNow(0) })
    expect((await walk('/api/v1/missions?sort=deadline', 'missions'))[0]).toBe(id)
    world.passDays(1)
    expect(await walk('/api/v1/missions?sort=deadline', 'missions')).not.toContain(id)
    world.setClock(0)
    await hide(await world.admin(), 'mission', id)
    expect(await walk('/api/v1/missions?sort=deadline', 'missions')).not.toContain(id)
  })

  test('that need a contributor are those that any wallet may claim', async () => {
    const newest = [paid, alsoLater, soon, later].map(({ id }) => id)
    expect(newest).not.toContain(overdue.id)
    expect(await walk('/api/v1/missions?needs=contributor', 'missions')).toEqual(newest)
    expect(await walk('/api/v1/missions?needs=contributor&sort=deadline', 'missions')).toEqual(
      [soon, paid, later, alsoLater].map(({ id }) => id),
    )
    expect(await walk('/api/v1/missions?needs=contributor&state=CLAIMED', 'missions')).toEqual([])
  })

  test('with a bounty are asked for alone, with everything else', async () => {
    expect(await walk('/api/v1/missions?bounty=true', 'missions')).toEqual([ended.id, paid.id])
    expect(await walk('/api/v1/missions?bounty=true&sort=deadline', 'missions')).toEqual([paid.id])
    expect(await walk('/api/v1/missions?bounty=true&state=COMPLETED', 'missions')).toEqual([ended.id])
    expect(await walk('/api/v1/missions?bounty=true&needs=contributor&sort=newest', 'missions')).toEqual([paid.id])
    expect(claimed.bounty).toBeNull()
  })

  test('a cursor belongs to its order', async () => {
    const byDay = (await body('/api/v1/missions?sort=deadline&limit=1')).nextCursor
    const newest = (await body('/api/v1/missions?limit=1')).nextCursor
    expectRefused(await world.get(`/api/v1/missions?cursor=${byDay}`), 400, 'cursor')
    expectRefused(await world.get(`/api/v1/missions?sort=deadline&cursor=${newest}`), 400, 'cursor')
    for (const place of ['2026-02-30', '2026-13-01', '99999-01-01', '2026-01-01 '])
      expectRefused(
        await world.get(
          `/api/v1/missions?sort=deadline&cursor=${Buffer.from(`${place} ${soon.id}`).toString('base64url')}`,
        ),
        400,

        'cursor',
      )
  })
})

test('challenges come by the day they wait for: responses, then the decision; and those that take a response alone', async () => {
  const late = await openChallenge(owner, { submissionDeadline: dayFromNow(8), decisionDeadline: dayFromNow(9) })
  const draft = await draftChallenge(owner, { submissionDeadline: dayFromNow(4), decisionDeadline: dayFromNow(40) })
  const undecided = await awaitingChallenge(world, owner)
  const stale = await draftChallenge(other)
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = '2020-01-01' WHERE id = $1`, [stale.id])
  expect(await walk('/api/v1/challenges?sort=deadline', 'challenges')).toEqual([draft.id, undecided.id, late.id])
  expect(await walk('/api/battles?sort=deadline', 'battles' as 'challenges')).toEqual([draft.id, undecided.id, late.id])
  expect(await walk('/api/v1/challenges?needs=response', 'challenges')).toEqual([draft.id])
  expect(await walk('/api/v1/challenges?needs=response&sort=deadline', 'challenges')).toEqual([draft.id])
  await owner.post(`/api/v1/challenges/${draft.id}/cancel`, { reason: 'No.' })
  expect(await walk('/api/v1/challenges?sort=deadline', 'challenges')).toEqual([undecided.id, late.id])
})

describe('an open challenge of which a moderator hid a link', () => {
  const OPEN = 2_000
  const link = (who: Actor, id: string, side: string) =>
    who.post(`/api/v1/challenges/${id}/submissions`, { side, url: `https://example.org/${side}/${id}` })

  test('needs a response again, in every order, until it has one or its day has ended', async () => {
    const [asking, admin] = [await world.wallet(), await world.admin()]
    const days = { submissionDeadline: dayFromNow(12), decisionDeadline: dayFromNow(30) }
    const older = await openChallenge(asking, days)
    const draft = await draftChallenge(asking, { ...days, submissionDeadline: dayFromNow(14) })
    const newer = await openChallenge(asking, { ...days, submissionDeadline: dayFromNow(10) })
    await openChallenge(asking, days)
    const mine = `/api/v1/challenges?needs=response&owner=${asking.address}`
    expect(await walk(mine, 'challenges')).toEqual([draft.id])
    for (const { submissions } of [older, newer]) await done(hide(admin, 'submission', submissions.A.id))
    await done(hide(admin, 'submission', older.submissions.B.id))

    const [byAge, byDay] = [
      [newer.id, draft.id, older.id],
      [newer.id, older.id, draft.id],
    ]
    for (const limit of [1, 2, 3, 4]) {
      expect(await walk(mine, 'challenges', limit)).toEqual(byAge)
      expect(await walk(`${mine}&sort=deadline`, 'challenges', limit)).toEqual(byDay)
    }
    expect(await walk('/api/battles?needs=response', 'battles' as 'challenges')).toEqual(
      expect.arrayContaining([newer.id, older.id]),
    )
    expect(await walk(`${mine}&q=greeting`, 'challenges')).toEqual(byAge)
    expect(await walk(`${mine}&state=OPEN`, 'challenges')).toEqual([newer.id, older.id])
    expect(await walk(`${mine}&state=DRAFT`, 'challenges')).toEqual([draft.id])

    await done(restore(admin, 'submission', newer.submissions.A.id))
    expect((await link(other, older.id, 'A')).status).toBe(201)
    expect(await walk(mine, 'challenges')).toEqual([draft.id, older.id])
    expect((await link(other, older.id, 'B')).status).toBe(201)
    expect(await walk(mine, 'challenges')).toEqual([draft.id])
    await done(hide(admin, 'submission', newer.submissions.B.id))
    await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = '2020-01-01' WHERE id = $1`, [newer.id])
    expect(await walk(mine, 'challenges')).toEqual([draft.id])
  })

  test.each([
    ['newest first', ''],
    ['by deadline', '&sort=deadline'],
  ])('is found, %s, without a walk through all that are open', async (_order, sort) => {
    const [asking, admin] = [await world.wallet(), await world.admin()]
    const { id, submissions } = await openChallenge(asking)
    await done(hide(admin, 'submission', submissions.B.id))
    await world.sql.query(
      `INSERT INTO "Challenge" SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
        FROM "Challenge" c, generate_series(1, ${OPEN}) WHERE c.id = $1`,
      [id],
    )
    await world.sql.query('VACUUM (ANALYZE) "Challenge"')
    const sent = recordStatements()
    expect(await walk(`/api/v1/challenges?needs=response${sort}`, 'challenges', 100)).toContain(id)
    const statement = sent.find((text) => text.includes('json_agg')) ?? ''
    const plan = (await planOf(world.sql, statement)).join('\n')
    expect(plan).toMatch(/"Challenge_pkey".*\n *Index Cond: \(id = ANY/)
    expect(plan).not.toMatch(/Index Cond: .*'OPEN'/)
  })
})
