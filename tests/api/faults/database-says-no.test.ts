import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { look } from '@/tests/support/race'
import { missionBody } from '@/tests/support/story'

// The database itself refuses the write, with the codes it uses for it (PostgreSQL, Appendix A).
const STORAGE = [
  ['disk_full', '53100'],
  ['out_of_memory', '53200'],
  ['too_many_connections', '53300'],
  ['query_canceled', '57014'],
  ['admin_shutdown', '57P01'],
  ['io_error', '58030'],
  ['read_only_sql_transaction', '25006'],
  ['serialization_failure', '40001'],
  ['deadlock_detected', '40P01'],
  ['lock_not_available', '55P03'],
] as const
const OTHER = [
  ['check_violation', '23514'],
  ['raise_exception', 'P0001'],
  ['undefined_column', '42703'],
] as const

let world: Cluster
let owner: Actor
beforeAll(async () => {
  world = await openCluster(1)
  owner = await world.wallet()
})
afterAll(() => world.close())
afterEach(() => world.sql.query(`DROP FUNCTION IF EXISTS refuse_it() CASCADE`))

/** From now on the database refuses new rows of a table: at once, or when the transaction commits. */
async function refuse(table: string, code: string, atCommit: boolean): Promise<void> {
  await world.sql.query(`
    CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a secret of the database' USING ERRCODE = '${code}'; END $$;
    CREATE CONSTRAINT TRIGGER refuse_it AFTER INSERT ON "${table}" DEFERRABLE INITIALLY ${atCommit ? 'DEFERRED' : 'IMMEDIATE'} FOR EACH ROW EXECUTE FUNCTION refuse_it()`)
}

const publish = (key: string): Promise<Reply> => owner.post('/api/v1/missions', missionBody({ title: key }), { key })

async function expectNothingSaved(key: string): Promise<void> {
  const { missions, keys } = await look(
    world,
    `SELECT (SELECT count(*)::int FROM "Mission" WHERE title = $1) AS missions, (SELECT count(*)::int FROM "IdempotencyKey" WHERE key = $1) AS keys`,
    [key],
  )
  expect([missions, keys]).toEqual([0, 0])
}

for (const when of ['at once', 'at the commit'] as const) {
  test.each(STORAGE)(`%s (%s) ${when} is 503, saved nothing, and the key works afterwards`, async (_name, code) => {
    await refuse('Milestone', code, when === 'at the commit')
    const key = randomUUID()
    const reply = await publish(key)
    expect([reply.status, reply.body.error.code], reply.text).toEqual([503, 'unavailable'])
    await expectNothingSaved(key)
    await world.sql.query(`DROP FUNCTION refuse_it() CASCADE`)
    expect((await publish(key)).status).toBe(201)
  })

  test.each(OTHER)(`%s (%s) ${when} is 500 without a word of the database, and saved nothing`, async (_name, code) => {
    await refuse('HistoryEvent', code, when === 'at the commit')
    const key = randomUUID()
    const reply = await publish(key)
    expect(reply.body.error).toMatchObject({ code: 'internal_error', field: null })
    expect([reply.status, reply.text.includes('secret')]).toEqual([500, false])
    expect(world.instances[0]?.log()).toMatch(/"operation":"createMission","fault":"[^"]+","msg":"internal_error"/)
    await expectNothingSaved(key)
  })
}

test('when the event of the history cannot be written, nothing happened', async () => {
  const { body } = await publish(randomUUID())
  await refuse('HistoryEvent', '53100', false)
  const other = await world.wallet()
  expect((await other.post(`/api/v1/missions/${body.mission.id}/claim`)).status).toBe(503)
  expect((await world.get(`/api/v1/missions/${body.mission.id}`)).body.mission).toMatchObject({
    state: 'SEED',
    contributorWallet: null,
  })
})

test('facts cannot be changed or deleted, whoever asks the database', async () => {
  await publish(randomUUID())
  for (const statement of [
    `UPDATE "HistoryEvent" SET kind = 'x'`,
    `DELETE FROM "HistoryEvent"`,
    `TRUNCATE "HistoryEvent"`,
  ]) {
    await expect(world.sql.query(statement)).rejects.toThrow(/append-only/)
  }
  for (const table of ['SeedEntry', 'Receipt', 'SignedVerdict', 'Submission', 'Payment']) {
    await expect(world.sql.query(`TRUNCATE "${table}" CASCADE`)).rejects.toThrow(/append-only/)
  }
})
