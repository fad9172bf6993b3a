import { type Sql, sql } from '@/lib/db/sql'

/** A notification (docs/decisions.md#notifications). It is written in the transaction of the event that it is about. */
export interface Notice {
  readonly wallet: string
  readonly kind: string
  readonly title: string
  readonly body: string
  /** A path of this site. */
  readonly href: string
}

/**
 * The INSERT of notifications, for use as a CTE of the statement that makes the change.
 * @param actor the acting wallet, which is not notified.
 */
export function insertNotices(notices: readonly Notice[], actor: string | null, at: Date): Sql {
  const told = notices.filter((notice) => notice.wallet !== actor)
  return sql`INSERT INTO "Notification" (wallet, kind, title, body, href, "createdAt")
    SELECT n.wallet, n.kind, n.title, n.body, n.href, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS n(wallet text, kind text, title text, body text, href text)`
}

/** The pages that notifications about a record lead to. */
const PAGES = { challenge: ['/challenges/'], mission: ['/missions/', '/projects/'] } as const

/** All paths that notifications about the record with this id can lead to, including a receipt's. */
export const hrefsOf = (id: string): readonly string[] =>
  [...PAGES.challenge, ...PAGES.mission, '/receipts/'].map((page) => page + id)

/** Notifications about moderation. They stay visible: the record's page tells its parties the same. */
const OF_MODERATION = ['record-hidden', 'record-restored', 'report-settled']

/**
 * The UPDATE that hides or shows the notifications that lead to a challenge or mission, or to its receipt.
 * @param hiddenAt null to show them.
 */
export function showNotices({ kind, id }: { kind: 'challenge' | 'mission'; id: string }, hiddenAt: Date | null): Sql {
  const receipt = sql`SELECT '/receipts/' || id FROM "Receipt" WHERE "missionId" = ${id}::uuid`
  return sql`UPDATE "Notification" n SET "hiddenAt" = ${hiddenAt}::timestamptz FROM (
      SELECT id FROM "Notification" WHERE href IN (SELECT unnest(${PAGES[kind].map((page) => page + id)}::text[]) UNION ALL ${receipt})
        AND NOT kind = ANY(${OF_MODERATION}::text[]) ORDER BY id FOR UPDATE
    ) l WHERE n.id = l.id`
}
