import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { planOf } from '@/tests/support/plan'
import { challengeBody, decidedChallenge, missionBody } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

// A write finds its session, its key and its nonce by an index, also when its plan was made while the tables were empty.

const WRITES = 12

let world: World
let owner: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier] = await Promise.all([world.wallet(), world.verifier()])
})
afterAll(() => world.close())

interface Scans {
  readonly whole: number
  readonly byIndex: number
}

async function scansOf(table: string): Promise<Scans> {
  const { rows } = await world.sql.query(
    `SELECT seq_scan::int AS whole, idx_scan::int AS "byIndex" FROM pg_stat_user_tables WHERE relname = $1`,
    [table],
  )
  return rows[0]
}

/** A busy day, of which everything is purged. What was scanned for that is counted when it is done. */
async function purgeBusyDay(table: string, row: string): Promise<void> {
  const client = await world.sql.connect()
  try {
    await client.query(`INSERT INTO "${table}" SELECT ${row} FROM generate_series(1, 2000) AS i`)
    await client.query(`DELETE FROM "${table}"`)
    await client.query(`VACUUM (ANALYZE) "${table}"`)
    await client.query('SELECT pg_stat_force_next_flush()')
  } finally {
    client.release()
  }
}

test('after a busy day was purged, no write reads all keys or all nonces', { timeout: 300_000 }, async () => {
  const { id } = await decidedChallenge(world, owner)
  await purgeBusyDay(
    'IdempotencyKey',
    `'0x' || i, 'key-' || i, repeat('f', 64), 201, repeat('An answer. ', 100), now()`,
  )
  await purgeBusyDay(
    'SigningNonce',
    `'nonce-' || i, 'proof-review', '0x' || i, gen_random_uuid(), repeat('A text. ', 100), '{}', now(), now(), NULL, 0`,
  )
  const before = { IdempotencyKey: await scansOf('IdempotencyKey'), SigningNonce: await scansOf('SigningNonce') }
  for (let write = 0; write < WRITES; write += 1) {
    // The same draft is tried each time and none of them is kept, so that no cap is met.
    const tried = await owner.post('/api/v1/challenges', challengeBody(), { headers: { 'dry-run': '?1' } })
    expect(tried.status, tried.text).toBe(200)
    const unknown = { nonce: randomUUID().replaceAll('-', ''), signature: `0x${'5b'.repeat(65)}` }
    expectRefused(await verifier.post(`/api/v1/challenges/${id}/verify-decision`, unknown), 401)
  }
  for (const [table, { whole, byIndex }] of Object.entries(before)) {
    await until(async () => (await scansOf(table)).byIndex >= byIndex + WRITES, `${table} was looked into`)
    expect([table, (await scansOf(table)).whole - whole]).toEqual([table, 0])
  }
})

test('a response is stored and returned, and yet built once', async () => {
  const sent = recordStatements()
  for (const [path, body, table] of [
    ['challenges', challengeBody(), 'Challenge'],
    ['missions', missionBody(), 'Mission'],
  ] as const) {
    const written = await owner.post(`/api/v1/${path}`, body)
    expect(written.status, written.text).toBe(201)
    const keeping = sent.splice(0).find((text) => text.includes('shorten_answer('))
    const steps = await planOf(world.sql, keeping ?? '')
    expect(
      steps.filter((step) => step.includes(` on "${table}" `)),
      steps.join('\n'),
    ).toHaveLength(1)
  }
})
