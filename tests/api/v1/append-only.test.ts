import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertedMission, proofBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Facts are added, never changed or taken back: the database itself refuses, whoever asks.

let world: World
beforeAll(async () => {
  world = await openWorld()
  const [owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  const { id, milestones } = await convertedMission(world, owner, verifier)
  await contributor.post(`/api/v1/missions/${id}/claim`)
  const { proof } = (await contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody)).body
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Yes.' })
  await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' })
  const paid = await owner.post(`/api/v1/missions/${id}/payment`, { chainId: '1', txHash: `0x${'ab'.repeat(32)}` })
  expect(paid.status).toBe(201)
})
afterAll(() => world.close())

const RESTRICT_VIOLATION = '23001'
const refused = (table: string, deed: string) => ({
  code: RESTRICT_VIOLATION,
  message: `${table} is append-only: ${deed} is refused`,
})

describe.each([
  ['HistoryEvent', 'kind'],
  ['SeedEntry', 'amount'],
  ['Receipt', 'body'],
  ['SignedVerdict', 'signature'],
  ['Submission', 'url'],
  ['Payment', 'txHash'],
])('%s', (table, column) => {
  const run = (statement: string) => world.sql.query(statement)
  const rows = async () => (await run(`SELECT t::text FROM "${table}" t ORDER BY 1`)).rows

  test('refuses UPDATE, DELETE and TRUNCATE, and keeps every row', async () => {
    const before = await rows()
    expect(before.length).toBeGreaterThan(0)
    await expect(run(`UPDATE "${table}" SET "${column}" = "${column}"`)).rejects.toMatchObject(refused(table, 'UPDATE'))
    await expect(run(`DELETE FROM "${table}"`)).rejects.toMatchObject(refused(table, 'DELETE'))
    await expect(run(`TRUNCATE "${table}" CASCADE`)).rejects.toMatchObject({ code: RESTRICT_VIOLATION })
    expect(await rows()).toEqual(before)
  })

  test('refuses an UPDATE in disguise', async () => {
    const before = await rows()
    const key = { HistoryEvent: '"recordId", seq' }[table] ?? 'id'
    const upsert = `INSERT INTO "${table}" SELECT * FROM "${table}" ON CONFLICT (${key}) DO UPDATE SET "${column}" = EXCLUDED."${column}"`
    await expect(run(upsert)).rejects.toMatchObject(refused(table, 'UPDATE'))
    expect(await rows()).toEqual(before)
  })
})

test('a mission or challenge with facts cannot be deleted from under them', async () => {
  for (const table of ['Mission', 'Challenge']) {
    await expect(world.sql.query(`DELETE FROM "${table}"`)).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
    await expect(world.sql.query(`TRUNCATE "${table}" CASCADE`)).rejects.toMatchObject({ code: RESTRICT_VIOLATION })
  }
})
