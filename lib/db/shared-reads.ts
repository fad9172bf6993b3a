import { type Db, dbOf, type Statement, send } from '@/lib/db/db'
import { StorageAway } from '@/lib/db/faults'
import { type Lease, takeLease } from '@/lib/db/lease'
import { corkForTick } from '@/lib/db/pool'
import type { RowSchema } from '@/lib/db/rows'

/** Reads on one connection wait for each other, so not too many share one. */
const READS_MAX = 8

/** Reads that share a connection. */
interface Flight {
  readonly lease: Promise<Lease>
  /** The reads that are not answered yet. */
  reads: number
  /** Why the storage did not serve one of them. */
  away: StorageAway | null
}

/** The flight that departs at the end of this turn of the event loop. */
let next: Flight | null = null

function openFlight(): Flight {
  const lease = new Promise<Lease>((resolve) => {
    setImmediate(() => {
      if (next === flight) next = null
      resolve(takeCorked())
    })
  })
  const flight: Flight = { lease, reads: 0, away: null }
  return flight
}

/** Takes a connection for what is sent over it at once. */
async function takeCorked(): Promise<Lease> {
  const lease = await takeLease('read')
  corkForTick(lease.client)
  return lease
}

/**
 * Statements outside a transaction that an index answers at once: short reads, and the admission of writes, which counts
 * (lib/api/admission.ts). Those that are asked for in one turn of the event loop, usually by
 * requests that arrived together, share a connection and travel in one flight: a system call for all instead of one for each.
 * Each is still a statement of its own, sent after it was asked for, so it shows every write that was acknowledged before.
 *
 * If the storage cannot serve one of them, e.g. because a lock took too long, those behind it are refused for the same reason:
 * they have waited as long. Any other failure is of one read alone.
 */
export const sharedDb: Db = dbOf((statement, schema) => sendShared(() => statement, schema))

/** Sends a statement with the others of this turn. @param statement makes it, once, when they depart. */
export async function sendShared<Row extends object>(
  statement: () => Statement,
  schema: RowSchema<Row>,
): Promise<Row[]> {
  next ??= openFlight()
  const flight = next
  flight.reads += 1
  if (flight.reads === READS_MAX) next = null
  const lease = await flight.lease
  try {
    return await send(lease.client, statement(), schema)
  } catch (fault) {
    if (fault instanceof StorageAway) flight.away ??= fault
    if (!flight.away) throw fault
    lease.drop()
    // Behind a statement that could not be prepared, the same statement is told to be unknown.
    throw flight.away
  } finally {
    flight.reads -= 1
    if (flight.reads === 0) lease.end()
  }
}

interface Asked extends Statement {
  readonly rows: Promise<object[]>
}

/** More statements than this are not compared. */
const COMPARED_MAX = 64
/** What `sameReads` was asked, and has not departed. */
const asked = new Set<Asked>()

const isSame = (a: Statement, b: Statement): boolean =>
  a.text === b.text && a.values.length === b.values.length && a.values.every((value, at) => value === b.values[at])

/**
 * Like `sharedDb`, for statements that change and count nothing: those that ask the same before it departs are one statement, and
 * share its rows. Nobody joins it after that, so it shows every write that was acknowledged before any of them asked.
 * Many requests for the same page or record at once, which is when it matters, ask the database little more than one does.
 */
export const sameReads: Db = dbOf(<Row extends object>(statement: Statement, schema: RowSchema<Row>) => {
  const known = [...asked].find((other) => isSame(other, statement))
  // The same text has the same columns.
  if (known) return known.rows as Promise<Row[]>
  const depart = () => {
    asked.delete(entry)
    return statement
  }
  const rows = sendShared(depart, schema).finally(() => asked.delete(entry))
  const entry: Asked = { text: statement.text, values: statement.values, rows }
  if (asked.size < COMPARED_MAX) asked.add(entry)
  return rows
})
