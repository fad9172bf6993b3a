import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Reply, repeatWhenUnavailable, send } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { openChallenge } from '@/tests/support/story'

const CHALLENGES_A_WALLET = 5
const WALLETS = 40

let cluster: Cluster
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
})
afterAll(() => cluster.close())

const cron = (base: string) =>
  send(base, 'GET', '/api/cron/deadlines', undefined, {
    headers: SCHEDULE,
  })

/** So many open challenges, whose deadline then ends because the clock moves. */
async function openMany(): Promise<string[]> {
  cluster.setClock(0)
  const owners = await cluster.wallets(WALLETS)
  const made = await Promise.all(
    owners.map(async (owner) => {
      const ids: string[] = []
      for (let count = 0; count < CHALLENGES_A_WALLET; count++) ids.push((await openChallenge(owner)).id)
      return ids
    }),
  )
  return made.flat()
}

async function counted(text: string, ids: readonly string[]): Promise<Json[]> {
  return (await cluster.sql.query(text, [ids])).rows
}

async function expectMovedOnce(ids: readonly string[]): Promise<void> {
  const moved = { n: ids.length, each: ids.length }
  expect(
    await counted(
      `SELECT count(*)::int AS n, count(DISTINCT id)::int AS each FROM "Challenge" WHERE id = ANY($1::uuid[]) AND state = 'AWAITING_DECISION'`,
      ids,
    ),
  ).toEqual([moved])
  expect(
    await counted(
      `SELECT count(*)::int AS n, count(DISTINCT "recordId")::int AS each FROM "HistoryEvent" WHERE "recordId" = ANY($1::uuid[]) AND kind = 'submissions-closed'`,
      ids,
    ),
  ).toEqual([moved])
  expect(
    await counted(
      `SELECT count(*)::int AS n, count(DISTINCT href)::int AS each FROM "Notification" WHERE kind = 'deadline-passed' AND split_part(href, '/', 3) = ANY($1::text[])`,
      ids,
    ),
  ).toEqual([moved])
}

test('ticks of both processes, reads of lists and of records, all at once, move every challenge once', async () => {
  const ids = await openMany()
  cluster.passDays(3)
  const attacks: Promise<Reply>[] = []
  for (const { base } of cluster.instances) {
    attacks.push(
      cron(base),
      cron(base),
      send(base, 'GET', '/api/v1/challenges?limit=100'),
      send(base, 'GET', '/api/v1/challenges?state=AWAITING_DECISION'),
    )
    attacks.push(...ids.slice(0, 60).map((id) => send(base, 'GET', `/api/v1/challenges/${id}`)))
  }
  const replies = await Promise.all(attacks)
  expect([...new Set(replies.map((reply) => reply.status))]).toEqual([200])
  for (const { body } of replies) if (body.challenge) expect(body.challenge.state).toBe('AWAITING_DECISION')
  await expectMovedOnce(ids)
})

test('the ticks together count every transition once', async () => {
  const ids = await openMany()
  cluster.passDays(3)
  const replies = await Promise.all(cluster.instances.flatMap(({ base }) => [cron(base), cron(base), cron(base)]))
  expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(200))
  expect(replies.reduce((sum, reply) => sum + reply.body.transitions, 0)).toBe(ids.length)
  await expectMovedOnce(ids)
})

test('a tick after a tick moves nothing', async () => {
  const ids = await openMany()
  cluster.passDays(3)
  expect((await cron(cluster.base)).body).toEqual({ transitions: ids.length })
  for (const { base } of cluster.instances) expect((await cron(base)).body).toEqual({ transitions: 0 })
})
