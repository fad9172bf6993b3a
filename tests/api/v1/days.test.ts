import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import {
  awaitingChallenge,
  challengeBody,
  claimedMission,
  dayFromNow,
  decisionBody,
  openChallenge,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// The day of a mission or decision is told once when it comes and once when it has passed (docs/decisions.md#notifications).

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  world.setClock(0)
  // Sessions end while the clock moves on.
  ;[owner, contributor, verifier, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
  ])
})
afterAll(() => world.close())

const tick = async () => {
  expect((await world.get('/api/cron/deadlines', SCHEDULE)).status).toBe(200)
}
const ABOUT_DAYS = ['mission-due', 'mission-overdue', 'decision-due', 'decision-overdue']
/** What wallets were told of days, newest first; by SQL, because sessions end while the clock moves on. */
async function noticesOf(wallet: Actor): Promise<Json[]> {
  const statement = `SELECT kind, href, body FROM "Notification" WHERE wallet = $1 AND kind = ANY($2) ORDER BY id DESC`
  return (await world.sql.query(statement, [wallet.address, ABOUT_DAYS])).rows
}
const told = (...wallets: Actor[]): Promise<string[][]> =>
  Promise.all(wallets.map(async (wallet) => (await noticesOf(wallet)).map(({ kind }) => kind)))

/** Midnight UTC after so many whole days from today, moved by so many seconds. */
function setMidnight(days: number, seconds: number): void {
  const sinceMidnight = Math.floor(Date.now() / 1000) % 86_400
  world.setClock(days * 86_400 - sinceMidnight + seconds)
}
const A_MINUTE = 60

test('a mission’s day is told 72 hours before its end and after it, once each, to owner and contributor', async () => {
  const { id, title } = await claimedMission(owner, contributor, { deadline: dayFromNow(10) })
  await tick()
  expect(await told(owner, contributor)).toEqual([[], []])
  setMidnight(8, -A_MINUTE)
  await tick()
  expect(await told(owner, contributor)).toEqual([[], []])
  setMidnight(8, A_MINUTE)
  await Promise.all(Array.from({ length: 5 }, tick))
  expect(await told(owner, contributor)).toEqual([['mission-due'], ['mission-due']])
  const [notice] = await noticesOf(contributor)
  expect(notice).toMatchObject({ href: `/missions/${id}`, body: expect.stringContaining(title) })
  expect(notice.body).toContain(dayFromNow(10))
  setMidnight(11, -A_MINUTE)
  await tick()
  expect(await told(owner)).toEqual([['mission-due']])
  setMidnight(11, A_MINUTE)
  await Promise.all(Array.from({ length: 5 }, tick))
  await tick()
  expect(await told(owner, contributor)).toEqual(Array(2).fill(['mission-overdue', 'mission-due']))
})

test('a day that has passed is told with what can be done then', async () => {
  const deadline = dayFromNow(1)
  await seedMission(owner, { deadline })
  await claimedMission(owner, contributor, { deadline })
  await provenMission(owner, contributor, { deadline })
  setMidnight(2, A_MINUTE)
  await tick()
  const bodies = (await noticesOf(owner)).map(({ body }) => body)
  const withWords = (words: RegExp) => bodies.filter((body) => words.test(body)).length
  expect(bodies).toHaveLength(3)
  expect([/Nobody may claim/, /still accepted/, /that waits is still reviewed/].map(withWords)).toEqual([1, 1, 1])
  expect(withWords(/anybody may record that it expired/)).toBe(2)
})

test('a day that is moved is told anew', async () => {
  const { id } = await claimedMission(owner, contributor, { deadline: dayFromNow(1) })
  await tick()
  await owner.post(`/api/v1/missions/${id}/deadline`, { deadline: dayFromNow(20), reason: 'It rained.' })
  await tick()
  expect(await told(contributor)).toEqual([['mission-due']])
  setMidnight(19, 0)
  await tick()
  expect(await told(contributor)).toEqual([['mission-due', 'mission-due']])
})

test('whoever claims after the day was announced read it with the claim, and is told once it has passed', async () => {
  const { id } = await seedMission(owner, { deadline: dayFromNow(1) })
  await tick()
  await contributor.post(`/api/v1/missions/${id}/claim`)
  await tick()
  expect(await told(owner, contributor)).toEqual([['mission-due'], []])
  setMidnight(2, A_MINUTE)
  await tick()
  expect(await told(contributor)).toEqual([['mission-overdue']])
})

test('a service that was away tells once that the day has passed, and not that it comes', async () => {
  await seedMission(owner, { deadline: dayFromNow(5) })
  setMidnight(9, 0)
  await tick()
  await tick()
  expect(await told(owner)).toEqual([['mission-overdue']])
})

test('what is proven, ended or hidden is told of to nobody, and what is restored is', async () => {
  const deadline = dayFromNow(1)
  await verifiedMission(owner, contributor, verifier, { deadline })
  const ended = await seedMission(owner, { deadline })
  await owner.post(`/api/v1/missions/${ended.id}/complete`, { outcome: 'failed', statement: 'Over.' })
  const { id } = await seedMission(owner, { deadline })
  await done(hide(admin, 'mission', id))
  await tick()
  expect(await told(owner, contributor)).toEqual([[], []])
  await done(restore(admin, 'mission', id))
  await tick()
  expect(await told(owner)).toEqual([['mission-due']])
})

test('a decision’s day is told to the owner, once it is theirs to decide', async () => {
  const days = { submissionDeadline: dayFromNow(2), decisionDeadline: dayFromNow(8) }
  await openChallenge(owner, challengeBody(days))
  setMidnight(5, 0)
  await tick()
  expect(await told(owner)).toEqual([[]])
  setMidnight(7, 0)
  await tick()
  await tick()
  expect(await told(owner)).toEqual([['decision-due']])
  setMidnight(9, 0)
  await Promise.all([tick(), tick()])
  expect(await told(owner)).toEqual([['decision-overdue', 'decision-due']])
})

test('a decision that is recorded is told of no more', async () => {
  const { id } = await awaitingChallenge(world, owner)
  expect((await owner.post(`/api/v1/challenges/${id}/decision`, decisionBody)).status).toBe(201)
  world.passDays(60)
  await tick()
  expect(await told(owner)).toEqual([[]])
})

// With a few rows an index of lists would do as well.
const SETTINGS = `${AS_IF_MANY}; DROP INDEX "Mission_list_day"`

test('the schedule finds what is due in the order of an index, however much there is', async () => {
  const sent = recordStatements()
  await tick()
  const found: string[] = []
  for (const text of new Set(sent.filter((text) => /ORDER BY .* LIMIT \$\d+ FOR UPDATE/s.test(text)))) {
    const plan = (await planOf(world.sql, text, SETTINGS)).join('\n')
    expect(plan).not.toContain('Sort')
    found.push(/Index Scan using "(\w+)"/.exec(plan)?.[1] ?? plan)
  }
  expect(found.sort()).toEqual([
    'Challenge_coming',
    'Challenge_due',
    'Challenge_overdue',
    'Mission_coming',
    'Mission_overdue',
  ])
})
