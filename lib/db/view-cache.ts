import { z } from 'zod'
import { type BoundedCache, createBoundedCache, textBytes } from '@/lib/bounded-cache'
import { findOne } from '@/lib/db/db'
import { rowById } from '@/lib/db/row-by-id'
import type { RowSchema } from '@/lib/db/rows'
import { sameReads } from '@/lib/db/shared-reads'
import { recorder } from '@/lib/telemetry/metrics'

interface CachedView {
  readonly version: string
  readonly text: string
}

// One per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisViews: BoundedCache<CachedView> | undefined
}

function viewCache(): BoundedCache<CachedView> {
  globalThis.trellisViews ??= createBoundedCache<CachedView>({
    bytesMax: 24_000_000,
    entriesMax: 10_000,
    bytesOf: ({ version, text }) => textBytes(version) + textBytes(text),
  })
  return globalThis.trellisViews
}

/**
 * The view that was built at exactly this version, or null. A version covers everything that a view shows: the hash of a
 * record's last history event covers all facts of the record. Every read gets the current version from the database. So the
 * cache saves building the same text again and is never stale, whichever instance wrote.
 */
export function getCachedView(name: string, version: string | null): string | null {
  const found = viewCache().get(name)
  const text = found && found.version === version ? found.text : null
  recorder()?.cache('views', text !== null)
  return text
}

/** Caches a view and evicts the least recently used ones. A view without a version is not cached. */
export function setCachedView(name: string, version: string | null, text: string): void {
  if (version !== null) viewCache().set(name, { version, text })
}

/** Adds a field to the JSON text of an object: a value that the version does not cover. */
export const withField = (text: string, name: string, value: number | string | null): string =>
  `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`

/** A row with the version of a view. */
export const VersionRow = z.object({ version: z.string() })
const TextRow = z.object({ text: z.string() })

/** How to read a single record: constant SQL in which `$1` is the record's id and further values follow. */
export interface RecordRead {
  /** The kind of view: `challenge-record`. */
  readonly kind: string
  /** The columns to read each time, including `version`. */
  readonly columns: string
  readonly view: string
  /** The SQL from `FROM` on, which selects one row. */
  readonly from: string
}

/**
 * Makes the function that reads a single record: its view as JSON text, with the columns beside it. It takes one round trip
 * when the view is new or unchanged, two when the view has changed since it was cached.
 * @example
 * const read = recordReader({ kind: 'thing', columns: 't.version', view: 'row_to_json(t)', from: 'FROM t WHERE t.id = $1' }, VersionRow)
 * const found = await read(id) // { row: { version }, text } or null
 */
export function recordReader<Columns extends z.infer<typeof VersionRow>>(
  { kind, columns, view, from }: RecordRead,
  schema: RowSchema<Columns>,
) {
  const findKnown = rowById(columns, from, schema)
  const whole = `SELECT ${columns}, ${view}::text AS text ${from}`
  const WholeRow = schema.and(TextRow)
  return async (id: string, ...more: readonly string[]): Promise<{ row: Columns; text: string } | null> => {
    const name = `${kind}/${id.toLowerCase()}`
    if (viewCache().has(name)) {
      const row = await findKnown(id, ...more)
      if (!row) return null
      const text = getCachedView(name, row.version)
      if (text !== null) return { row, text }
    } else recorder()?.cache('views', false)
    const row = await findOne(sameReads, { text: whole, values: [id, ...more] }, WholeRow)
    if (!row) return null
    setCachedView(name, row.version, row.text)
    return { row, text: row.text }
  }
}
