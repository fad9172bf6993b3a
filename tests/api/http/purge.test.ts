import { afterAll, beforeAll, expect, test } from 'vitest'
import { look } from '@/tests/support/race'
import { openWorld, type World } from '@/tests/support/world'

// What has expired is deleted, however much of it there is, and though one table cannot be purged.

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const LONG_AGO = '2001-01-01'

const oldKeys = () => look(world, `SELECT count(*)::int AS n FROM "IdempotencyKey" WHERE "createdAt" = $1`, [LONG_AGO])

/** Keys of long ago: more than two batches. */
const addOldKeys = () =>
  world.sql.query(
    `INSERT INTO "IdempotencyKey" (wallet, key, fingerprint, status, body, "createdAt")
      SELECT 'w', gen_random_uuid()::text, '', 200, '{}', $1 FROM generate_series(1, 5000)`,
    [LONG_AGO],
  )

test('a table that cannot be purged is told of, and the others are purged', async () => {
  const { purgeExpired } = await import('@/lib/maintenance/purge')
  const wallet = await world.wallet()
  await world.sql.query('UPDATE "Session" SET "expiresAt" = $1', [LONG_AGO])
  await addOldKeys()
  await world.sql.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`)
  await world.sql.query(
    'CREATE TRIGGER refuse BEFORE DELETE ON "IdempotencyKey" FOR EACH ROW EXECUTE FUNCTION refuse()',
  )
  try {
    await expect(purgeExpired()).rejects.toThrow('not now')
  } finally {
    await world.sql.query('DROP TRIGGER refuse ON "IdempotencyKey"')
  }
  expect(await look(world, 'SELECT count(*)::int AS n FROM "Session"')).toEqual({ n: 0 })
  expect((await wallet.get('/api/v1/me')).status).toBe(401)
  expect(await oldKeys()).toEqual({ n: 5000 })
})

test('a backlog of many batches is purged at once', async () => {
  const { purgeExpired } = await import('@/lib/maintenance/purge')
  await addOldKeys()
  await purgeExpired()
  expect(await oldKeys()).toEqual({ n: 0 })
})
