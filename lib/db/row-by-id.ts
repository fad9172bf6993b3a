import { z } from 'zod'
import type { RowSchema } from '@/lib/db/rows'
import { sendShared } from '@/lib/db/shared-reads'
import { isUuid } from '@/lib/id'

/** More ids than this are not asked for by one statement. */
const IDS_MAX = 32

const AskedRow = z.object({ askedId: z.string() })

/** Ids that are asked for by one statement, which has not departed yet. */
interface Batch<Row> {
  readonly ids: Set<string>
  readonly more: readonly string[]
  readonly rows: Promise<ReadonlyMap<string, Row>>
}

/**
 * Makes the function that reads one row by the id of its record, in the way of `sharedDb` (lib/db/shared-reads.ts): ids that are
 * asked for in one turn of the event loop are one statement, with a probe of the index for each. For readers of sixteen records
 * at once Postgres begins and ends one statement instead of sixteen.
 *
 * @param columns, @param from constant SQL in which `$1` is the id and further values follow. It selects one row, or none.
 * @returns the row, or null. Requests with different further values do not share a statement.
 * @example
 * const find = rowById('t.version', 'FROM "Thing" t WHERE t.id = $1::uuid', VersionRow)
 * await Promise.all([find(a), find(b)]) // one statement: [{ version }, null]
 */
export function rowById<Columns extends object>(columns: string, from: string, schema: RowSchema<Columns>) {
  const one = `SELECT $1::uuid AS "askedId", ${columns} ${from}`
  const each = `SELECT ${columns} ${from}`.replaceAll(/\$1\b/g, 'asked.id')
  const many = `SELECT asked.id AS "askedId", found.* FROM unnest($1::uuid[]) AS asked(id) CROSS JOIN LATERAL (${each}) found`
  const Row = schema.and(AskedRow)
  let open: Batch<Columns> | null = null

  function begin(more: readonly string[]): Batch<Columns> {
    const ids = new Set<string>()
    const close = () => {
      if (open === batch) open = null
    }
    const depart = () => {
      close()
      const [first] = ids
      return ids.size === 1 ? { text: one, values: [first, ...more] } : { text: many, values: [[...ids], ...more] }
    }
    const rows = sendShared(depart, Row)
      .then((found) => new Map(found.map((row) => [row.askedId, row])))
      // Also where no connection was free.
      .finally(close)
    const batch = { ids, more, rows }
    return batch
  }

  return async (id: string, ...more: readonly string[]): Promise<Columns | null> => {
    // What is no id would fail the statement for everybody who shares it.
    if (!isUuid(id)) throw new Error('Not the id of a record.')
    const key = id.toLowerCase()
    if (!open || open.ids.size === IDS_MAX || more.some((value, at) => open?.more[at] !== value)) open = begin(more)
    const { ids, rows } = open
    ids.add(key)
    return (await rows).get(key) ?? null
  }
}
