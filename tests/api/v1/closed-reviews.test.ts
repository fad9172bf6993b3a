import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf, rowsReadBy } from '@/tests/support/plan'
import { decidedChallenge, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What was submitted to a record that has ended stays submitted. However much of it there is, nobody who asks what waits walks it.

/** So many of each kind. */
const ENDED = 2_000
const WAITING = 100

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  process.env.VERIFIER_WALLETS = verifier.address
})
afterAll(() => world.close())

/**
 * Copies a record and what waits in it, then ends most copies as a version before would: by their state alone. What waited in those is
 * the oldest.
 */
async function copyAndEnd(table: 'Challenge' | 'Mission', part: 'Decision' | 'Proof', id: string, state: string) {
  const parent = `${table.toLowerCase()}Id`
  await world.sql.query(
    `WITH made AS (INSERT INTO "${table}" SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
        'title', CASE WHEN i > ${WAITING} THEN 'To be ended' ELSE r.title END))).*
        FROM "${table}" r, generate_series(2, ${WAITING + ENDED}) i WHERE r.id = $1 RETURNING id, title)
      INSERT INTO "${part}" SELECT (jsonb_populate_record(w, jsonb_build_object('${parent}', made.id,
          'id', overlay(gen_random_uuid()::text PLACING CASE WHEN made.title = 'To be ended' THEN '00' ELSE 'ff' END FROM 1)))).*
        FROM "${part}" w, made WHERE w."${parent}" = $1`,
    [id],
  )
  await world.sql.query(`UPDATE "${table}" SET state = '${state}' WHERE title = 'To be ended'`)
  await world.sql.query(`VACUUM (ANALYZE) "${table}"`)
  await world.sql.query(`VACUUM (ANALYZE) "${part}"`)
}

/** How many items wait, by the pages of the queue. */
async function countWaiting(): Promise<number> {
  let [count, cursor]: [number, string | null] = [0, '']
  while (cursor !== null) {
    const page: Json = (await world.get(`/api/v1/review?limit=100${cursor && `&cursor=${cursor}`}`)).body
    count += page.items.length
    cursor = page.nextCursor
  }
  return count
}

/** The statement that a read sends last. */
async function lastStatement(read: () => Promise<unknown>): Promise<string> {
  const sent = recordStatements()
  await read()
  return sent.findLast((text) => text.includes('"Proof"')) ?? ''
}

test('what waits is found without a look at what waited in thousands of ended records', async () => {
  const { id: challenge } = await decidedChallenge(world, owner)
  const { mission } = await provenMission(owner, contributor)
  await copyAndEnd('Challenge', 'Decision', challenge, 'CANCELLED')
  await copyAndEnd('Mission', 'Proof', mission.id, 'FAILED')
  expect(await countWaiting()).toBe(2 * WAITING)

  const queue = await lastStatement(() => world.get('/api/v1/review?limit=2'))
  expect(await rowsReadBy(world.sql, queue, ['3', '3', '3'])).toBeLessThan(ENDED)
  const { countUnjudged } = await import('@/lib/review/unjudged')
  const counted = await lastStatement(() => countUnjudged())
  const allowlist = `{${verifier.address}}`
  expect(await rowsReadBy(world.sql, counted, [allowlist, allowlist])).toBeLessThan(ENDED)
  const plan = await planOf(world.sql, await lastStatement(() => verifier.get('/api/v1/me')), AS_IF_MANY)
  expect(plan.filter((step) => step.includes('Index Cond: (closed = false)'))).toHaveLength(2)
})

test('a proof that a moderator hides, and restores once its mission has ended, waits for nobody', async () => {
  const before = await countWaiting()
  const { mission, proof } = await provenMission(owner, contributor)
  const admin = await world.admin()
  await done(hide(admin, 'proof', proof.id))
  await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'failed', statement: 'Over.' })
  await done(restore(admin, 'proof', proof.id))
  const { rows } = await world.sql.query('SELECT status, closed FROM "Proof" WHERE id = $1', [proof.id])
  expect(rows).toEqual([{ status: 'submitted', closed: true }])
  expect(await countWaiting()).toBe(before)
})
