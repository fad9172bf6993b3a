import pg from 'pg'
import type { Asked, Recorded, Statement } from '../servers/record'
import { instanceEnvironment } from './environment'
import { asLiteral, asScript, runScript } from './pgbench'
import { startWorker } from './process'

type Write = readonly Statement[]

/**
 * Does some writes, one after the other.
 * @param url a database that is used for nothing else.
 * @returns the statements that the service sent for each.
 */
export async function recordWrites(url: string, requests: readonly Asked[]): Promise<Write[]> {
  // Nobody waits for the disk: only the statements count.
  const environment = { ...instanceEnvironment(url, 1), PGOPTIONS: '-c synchronous_commit=off' }
  const recorder = await startWorker('record.ts', environment)
  const recorded = await recorder.ask<Recorded[]>('record', requests)
  await recorder.stop()
  const refused = recorded.find(({ status }) => status !== 201)
  if (refused) throw new Error(`A write was refused: ${refused.status} ${refused.body}`)
  return recorded.map(({ statements }) => statements)
}

/** The values that differ from write to write, by place of statement and of value. */
function varied(writes: readonly Write[]): string[] {
  const [first] = writes
  return (first ?? []).flatMap(({ values }, place) =>
    values.flatMap((value, index) =>
      writes.some((write) => String(write[place]?.values[index]) !== String(value)) ? [`s${place}_${index}`] : [],
    ),
  )
}

/** Recorded writes in pgbench's language. */
export interface WriteScript {
  /**
   * Sends the statements of some writes one by one: from this one on, by so many clients, each so many of them.
   * @returns the writes a second, or null when pgbench is not installed.
   */
  rate(from: number, clients: number, each: number): Promise<number | null>
}

/**
 * What differs from write to write is fetched first, by its number, which costs a statement more. That statement alone is
 * run as well, so that its time can be taken off.
 */
export async function prepareScript(url: string, name: string, writes: readonly Write[]): Promise<WriteScript> {
  const names = varied(writes)
  const valueAt = (write: Write, named: string) => {
    const [place, index] = named.slice(1).split('_').map(Number)
    return write[place ?? 0]?.values[index ?? 0]
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `CREATE UNLOGGED TABLE bench_value (n int PRIMARY KEY, ${names.map((named) => `${named} text`).join(', ')})`,
  )
  const rows = writes.map((write, n) => ({
    n,
    ...Object.fromEntries(names.map((named) => [named, asLiteral(valueAt(write, named))])),
  }))
  await client.query('INSERT INTO bench_value SELECT * FROM json_populate_recordset(NULL::bench_value, $1::json)', [
    JSON.stringify(rows),
  ])
  await client.query('ANALYZE bench_value')
  await client.end()

  const constants: Record<string, string> = {}
  const [first = []] = writes
  const statements = first.map(({ text, values }, place) =>
    asScript(text, (index) => {
      const named = `s${place}_${index}`
      const value = values[index]
      if (!names.includes(named) && value !== null && value !== undefined) constants[named] = asLiteral(value)
      return named
    }),
  )
  const lookup = `\\set n :n + 1
\\set place :n + :client_id * :each
SELECT ${names.join(', ')} FROM bench_value WHERE n = :place \\gset
`
  return {
    async rate(from, clients, each) {
      const variables = { n: String(from - 1), each: String(each) }
      const amount = { clients, times: each }
      const script = { name, text: lookup + statements.join('\n'), variables: { ...constants, ...variables } }
      const whole = await runScript(url, script, amount)
      const looking = await runScript(url, { name: `${name}_lookup`, text: lookup, variables }, amount)
      return whole && looking ? 1 / (1 / whole - 1 / looking) : null
    },
  }
}
