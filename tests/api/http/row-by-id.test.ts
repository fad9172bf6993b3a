import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pool } from '@/lib/db/pool'
import { rowById } from '@/lib/db/row-by-id'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.sql.query('CREATE TABLE things (id uuid PRIMARY KEY, name text NOT NULL)')
  await world.sql.query(
    `INSERT INTO things SELECT lpad(to_hex(n), 32, '0')::uuid, 'thing ' || n FROM generate_series(1, 80) n`,
  )
})
afterAll(async () => {
  await world.sql.query('DROP TABLE things')
  await world.close()
})

const idOf = (number: number) => `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`
/** All rows of one statement have the same moment. */
const ThingRow = z.object({ name: z.string(), asked: z.string().nullable(), moment: z.string() })
const find = rowById(
  `t.name, $2::text AS asked, statement_timestamp()::text || pg_backend_pid() AS moment`,
  'FROM things t WHERE t.id = $1::uuid',
  ThingRow,
)
const numbers = (length: number) => Array.from({ length }, (_, at) => at + 1)
const momentsOf = (rows: readonly ({ moment: string } | null)[]) => new Set(rows.map((row) => row?.moment))

test('ids of one turn are one statement, and each gets its own row or none', async () => {
  const asked = [3, 1, 3, 999, 2]
  const rows = await Promise.all(asked.map((number) => find(idOf(number), 'x')))
  expect(rows.map((row) => row?.name)).toEqual(['thing 3', 'thing 1', 'thing 3', undefined, 'thing 2'])
  expect(rows[3]).toBeNull()
  expect(momentsOf(rows.filter((row) => row !== null)).size).toBe(1)
})

test('one id alone is found too, in whatever case it is written', async () => {
  expect(await find(idOf(10), 'x')).toMatchObject({ name: 'thing 10', asked: 'x' })
  expect(await find(idOf(10).toUpperCase(), 'x')).toMatchObject({ name: 'thing 10' })
  expect(await find(idOf(999), 'x')).toBeNull()
})

test('a read of a later turn is a statement of its own', async () => {
  const first = find(idOf(1), 'x')
  await new Promise(setImmediate)
  const second = find(idOf(1), 'x')
  expect(momentsOf(await Promise.all([first, second])).size).toBe(2)
})

test('what is asked with other values is another statement', async () => {
  const rows = await Promise.all(['x', 'y', 'y'].map((word) => find(idOf(1), word)))
  expect(rows.map((row) => row?.asked)).toEqual(['x', 'y', 'y'])
  expect(momentsOf(rows).size).toBe(2)
})

test('many ids are several statements', async () => {
  const rows = await Promise.all(numbers(80).map((number) => find(idOf(number), 'x')))
  expect(rows.map((row) => row?.name)).toEqual(numbers(80).map((number) => `thing ${number}`))
  expect(momentsOf(rows).size).toBe(3)
})

test('what is no id is refused by itself', async () => {
  const [wrong, right] = await Promise.allSettled([find(`${idOf(1)}'`, 'x'), find(idOf(2), 'x')])
  expect([wrong?.status, right]).toEqual(['rejected', expect.objectContaining({ status: 'fulfilled' })])
})

test('where no connection is free in time all who wait are refused, and the next one asks again', async () => {
  const clients = await Promise.all(numbers(pool().options.max).map(() => pool().connect()))
  try {
    const refused = await Promise.allSettled([1, 2].map((number) => find(idOf(number), 'x')))
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  } finally {
    for (const client of clients) client.release()
  }
  expect((await find(idOf(1), 'x'))?.name).toBe('thing 1')
})
