import { z } from 'zod'
import { db } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'

/** The records of the sitemap, by kind. All texts are constants. */
const SOURCES = {
  challenges: { from: '"Challenge" r', changed: 'r."updatedAt"', shown: 'r."hiddenAt" IS NULL' },
  missions: { from: '"Mission" r', changed: 'r."updatedAt"', shown: 'r."hiddenAt" IS NULL' },
  receipts: {
    from: '"Receipt" r JOIN "Mission" m ON m.id = r."missionId"',
    changed: 'r."issuedAt"',
    shown: 'm."hiddenAt" IS NULL',
  },
} as const

export type SitemapKind = keyof typeof SOURCES
export const SITEMAP_KINDS = ['challenges', 'missions', 'receipts'] as const satisfies readonly SitemapKind[]

/** The protocol's limit per file. */
const URLS_MAX = 50_000

const SpanRow = z.object({ oldest: z.string().nullable(), newest: z.string().nullable() })
const ShownRow = z.object({ id: z.string(), changedAt: z.string() })

/**
 * The oldest and the newest id of a kind, including hidden records; null when there is none.
 * @param before ids from this one on do not count. A UUID of another version names a moment millennia ahead.
 */
export async function idSpan(kind: SitemapKind, before: string): Promise<{ oldest: string; newest: string } | null> {
  const table = raw(SOURCES[kind].from)
  const [row] = await db.query(
    sql`SELECT (SELECT r.id FROM ${table} WHERE r.id < ${before}::uuid ORDER BY r.id LIMIT 1) AS oldest,
      (SELECT r.id FROM ${table} WHERE r.id < ${before}::uuid ORDER BY r.id DESC LIMIT 1) AS newest`,
    SpanRow,
  )
  return row?.oldest && row.newest ? { oldest: row.oldest, newest: row.newest } : null
}

/** The visible records of a kind within a range of ids, newest first. */
export function listShown(kind: SitemapKind, ids: { from: string; before: string }) {
  const { from, changed, shown } = SOURCES[kind]
  return db.query(
    sql`SELECT r.id, ${raw(iso(changed))} AS "changedAt" FROM ${raw(from)}
      WHERE r.id >= ${ids.from}::uuid AND r.id < ${ids.before}::uuid AND ${raw(shown)} ORDER BY r.id DESC LIMIT ${URLS_MAX}`,
    ShownRow,
  )
}
