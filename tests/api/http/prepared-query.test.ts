import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PreparedQuery } from '@/lib/db/prepared-query'
import { openWorld, type World } from '@/tests/support/world'

// Prepared statements, whose rows are described once on each connection.

/** The types of the protocol's messages to the server (PostgreSQL, Message Formats). */
const DESCRIBE = 'D'
const PARSE = 'P'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

let client: pg.Client
beforeEach(async () => {
  client = await connect()
})
afterEach(() => client.end())

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: world.databaseUrl, pipeline: true })
  await made.connect()
  return made
}

const run = (on: pg.Client, name: string, text: string, values: unknown[] = []) =>
  new Promise<{ rows: object[]; count: number | null }>((resolve, reject) => {
    on.query(
      new PreparedQuery(name, text, values, (fault, result) =>
        fault ? reject(fault) : resolve({ rows: result.rows, count: result.rowCount }),
      ),
    )
  })

/** Collects the types of the messages that are sent from now on. */
function sentBy({ connection: { stream } }: pg.Client): string[] {
  const sent: string[] = []
  const write: (message: Buffer) => boolean = stream.write.bind(stream)
  // The driver writes one message at a time.
  stream.write = (message: Buffer) => {
    sent.push(message.toString('latin1', 0, 1))
    return write(message)
  }
  return sent
}

const KINDS = `SELECT $1::int AS number, $2::timestamptz AS time, $3::jsonb AS json, NULL::text AS nothing, $4::bigint AS big`
const VALUES = [7, '2026-01-02T03:04:05Z', '{"a":[1]}', '9007199254740993']
const ROW = {
  number: 7,
  time: new Date('2026-01-02T03:04:05Z'),
  json: { a: [1] },
  nothing: null,
  big: '9007199254740993',
}

test('rows are described at the first execution on a connection, and read the same at the next ones', async () => {
  const sent = sentBy(client)
  expect((await run(client, 'kinds', KINDS, VALUES)).rows).toEqual([ROW])
  expect(sent.filter((type) => type === DESCRIBE)).toHaveLength(1)
  for (const number of [8, 9])
    expect((await run(client, 'kinds', KINDS, [number, ...VALUES.slice(1)])).rows).toEqual([{ ...ROW, number }])
  expect(sent.filter((type) => type === DESCRIBE)).toHaveLength(1)
  expect(sent.filter((type) => type === PARSE)).toHaveLength(1)
})

test('on another connection they are described again', async () => {
  await run(client, 'kinds', KINDS, VALUES)
  const other = await connect()
  const sent = sentBy(other)
  expect((await run(other, 'kinds', KINDS, VALUES)).rows).toEqual([ROW])
  expect(sent).toContain(DESCRIBE)
  await other.end()
})

test('executions that are sent before the first is answered get their own rows', async () => {
  const all = await Promise.all([1, 2, 3].map((number) => run(client, 'kinds', KINDS, [number, ...VALUES.slice(1)])))
  expect(all.map(({ rows }) => rows)).toEqual([1, 2, 3].map((number) => [{ ...ROW, number }]))
})

test('statements with many rows, no row and no columns', async () => {
  for (const _ of ['described', 'known']) {
    expect((await run(client, 'many', 'SELECT n FROM generate_series(1, $1::int) n', [3])).rows).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ])
    expect(await run(client, 'none', 'SELECT 1 AS one WHERE $1::bool', [false])).toEqual({ rows: [], count: 0 })
    expect((await run(client, 'bare', 'SELECT FROM generate_series(1, 2)')).rows).toEqual([{}, {}])
    await run(client, 'table', 'CREATE TEMPORARY TABLE IF NOT EXISTS seen (n int)')
    expect(await run(client, 'insert', 'INSERT INTO seen VALUES ($1)', [1])).toEqual({ rows: [], count: 1 })
  }
})

test('what fails is not remembered, and does not harm what follows', async () => {
  const divide = (by: number) => run(client, 'divide', 'SELECT 6 / $1::int AS share', [by])
  const answers = await Promise.allSettled([divide(0), divide(2), divide(0), divide(3)])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason.code))).toEqual([
    '22012',
    [{ share: 3 }],
    '22012',
    [{ share: 2 }],
  ])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(1)).rows).toEqual([{ share: 6 }])
})

test('where the type of a column changes, nobody reads its values as of the old type', async () => {
  await client.query(`CREATE TABLE changing AS SELECT 1::int AS value`)
  const read = (on: pg.Client) => run(on, 'changing', 'SELECT value FROM changing')
  expect((await read(client)).rows).toEqual([{ value: 1 }])
  expect((await read(client)).rows).toEqual([{ value: 1 }])
  await client.query(`ALTER TABLE changing ALTER value TYPE jsonb USING '{"value": 1}'`)
  await expect(read(client)).rejects.toMatchObject({ code: '0A000' })
  const other = await connect()
  expect((await read(other)).rows).toEqual([{ value: { value: 1 } }])
  await other.end()
})

test('a connection keeps a bounded number of statements prepared, those that are used', async () => {
  const text = (number: number) => `SELECT ${number} AS number`
  const ask = (number: number) => run(client, `n${number}`, text(number))
  for (let number = 0; number < 1_000; number += 1) {
    expect((await ask(number)).rows).toEqual([{ number }])
    expect((await ask(0)).rows).toEqual([{ number: 0 }])
  }
  const { rows } = await client.query('SELECT name FROM pg_prepared_statements')
  const kept = new Set(rows.map(({ name }) => name))
  expect(kept.size).toBeLessThanOrEqual(400)
  expect([kept.has('n0'), kept.has('n999'), kept.has('n1')]).toEqual([true, true, false])
  // One that was ended is prepared again, also where several executions of it are on their way.
  const again = await Promise.all([1, 2, 1, 3, 1].map(ask))
  expect(again.map(({ rows: [row] }) => row)).toEqual([1, 2, 1, 3, 1].map((number) => ({ number })))
})
