import { db, findOne } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'

/** What all remembered views hold together at most, in UTF-16 code units (one or two bytes each). */
const UNITS_MAX = 12_000_000

interface Remembered {
  readonly version: string
  readonly text: string
}

interface Memory {
  /** In the order of their last use, oldest first. */
  readonly views: Map<string, Remembered>
  units: number
}

// One per process, however many bundles (the front's and Next's) load this module.
declare global {
  var trellisViews: Memory | undefined
}

function memory(): Memory {
  globalThis.trellisViews ??= { views: new Map(), units: 0 }
  return globalThis.trellisViews
}

/**
 * The view that was built at exactly this version, or null. A version names everything that a view shows (the hash of a
 * record's last history event names all of its facts), and the database is asked for it at every read: what is remembered
 * saves building the same text again and is never out of date, whichever instance wrote.
 */
export function recall(name: string, version: string | null): string | null {
  const { views } = memory()
  const found = views.get(name)
  if (!found || found.version !== version) return null
  views.delete(name)
  views.set(name, found)
  return found.text
}

/** Remembers a view, in the place of the least recently used ones. A view without a version is not remembered. */
export function remember(name: string, version: string | null, text: string): void {
  if (version === null) return
  const kept = memory()
  kept.units += text.length - (kept.views.get(name)?.text.length ?? 0)
  kept.views.delete(name)
  kept.views.set(name, { version, text })
  for (const [oldest, view] of kept.views) {
    if (kept.units <= UNITS_MAX) break
    kept.views.delete(oldest)
    kept.units -= view.text.length
  }
}

/** A single record's view as JSON text, with whatever else is read beside it. */
export interface RecordRead {
  /** What the view is of, and of which record: `challenge/019a…`. */
  readonly name: string
  /** Columns to read each time, `version` (text or null) among them. */
  readonly columns: Sql
  readonly view: Sql
  /** From `FROM` on: the one row. */
  readonly from: Sql
}

/** One round trip where the view is new or unchanged, two where it changed since it was remembered. */
export async function readRecord<Columns extends { version: string | null }>(
  read: RecordRead,
): Promise<(Columns & { text: string }) | null> {
  if (memory().views.has(read.name)) {
    const row = await findOne<Columns>(db, sql`SELECT ${read.columns} ${read.from}`)
    if (!row) return null
    const text = recall(read.name, row.version)
    if (text !== null) return { ...row, text }
  }
  const row = await findOne<Columns & { text: string }>(
    db,
    sql`SELECT ${read.columns}, ${read.view} AS text ${read.from}`,
  )
  if (row) remember(read.name, row.version, row.text)
  return row
}
