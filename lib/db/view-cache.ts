import { z } from 'zod'
import { type BoundedCache, createBoundedCache, textBytes } from '@/lib/bounded-cache'
import { db, findOne } from '@/lib/db/db'
import type { RowSchema } from '@/lib/db/rows'
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
 * The view that was built at exactly this version, or null. A version names everything that a view shows (the hash of a
 * record's last history event names all of its facts), and the database is asked for it at every read: what is cached
 * saves building the same text again and is never out of date, whichever instance wrote.
 */
export function getCachedView(name: string, version: string | null): string | null {
  const found = viewCache().get(name)
  const text = found && found.version === version ? found.text : null
  recorder()?.cache('views', text !== null)
  return text
}

/** Caches a view, in the place of the least recently used ones. A view without a version is not cached. */
export function setCachedView(name: string, version: string | null, text: string): void {
  if (version !== null) viewCache().set(name, { version, text })
}

/** The JSON text of an object with a field more, of what its version says nothing of. */
export const withField = (text: string, name: string, value: number | string | null): string =>
  `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`

/** What tells the version of a view. */
export const VersionRow = z.object({ version: z.string() })
const TextRow = z.object({ text: z.string() })

/** How a single record is read: constant SQL in which `$1` is the record's id and what else is given follows. */
export interface RecordRead {
  /** What the view is of: `challenge-record`. */
  readonly kind: string
  /** Columns to read each time, `version` among them. */
  readonly columns: string
  readonly view: string
  /** From `FROM` on: the one row. */
  readonly from: string
}

/**
 * A single record's view as JSON text, with the columns beside it: one round trip where the view is new or unchanged, two
 * where it changed since it was cached.
 * @example
 * const read = recordReader({ kind: 'thing', columns: 't.version', view: 'row_to_json(t)', from: 'FROM t WHERE t.id = $1' }, VersionRow)
 * const row = await read(id) // { version, text } or null
 */
export function recordReader<Columns extends z.infer<typeof VersionRow>>(
  { kind, columns, view, from }: RecordRead,
  schema: RowSchema<Columns>,
) {
  const known = `SELECT ${columns} ${from}`
  const whole = `SELECT ${columns}, ${view}::text AS text ${from}`
  const WholeRow = schema.and(TextRow)
  return async (id: string, ...more: readonly string[]): Promise<(Columns & { text: string }) | null> => {
    const name = `${kind}/${id.toLowerCase()}`
    const values = [id, ...more]
    if (viewCache().has(name)) {
      const row = await findOne(db, { text: known, values }, schema)
      if (!row) return null
      const text = getCachedView(name, row.version)
      if (text !== null) return { ...row, text }
    } else recorder()?.cache('views', false)
    const row = await findOne(db, { text: whole, values }, WholeRow)
    if (row) setCachedView(name, row.version, row.text)
    return row
  }
}
