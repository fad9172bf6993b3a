import { raw, type Sql, sql } from '@/lib/db/sql'

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

/** Notifications about moderation. They stay visible for whoever is told the same by the tombstone of the record. */
const OF_MODERATION = ['record-hidden', 'record-restored', 'report-settled']

/**
 * SQL: whether the notification `n` tells of a review of a proof `p`, and so repeats the verifier's words. It names no proof,
 * but is written in the moment of the signature, while the mission is locked.
 */
const TELLS_REVIEW = `n.kind = 'proof-reviewed' AND n.href = '/missions/' || p."missionId"
  AND EXISTS (SELECT 1 FROM "SignedVerdict" v WHERE v."subjectId" = p.id AND v."signedAt" = n."createdAt")`

/** The UPDATE of the notifications that a statement finds. Rows are locked in the order of their ids, as everywhere. */
const setHidden = (found: Sql, hiddenAt: Date | null): Sql =>
  sql`UPDATE "Notification" n SET "hiddenAt" = ${hiddenAt}::timestamptz FROM (${found} ORDER BY n.id FOR UPDATE OF n) l WHERE n.id = l.id`

const leadingTo = ({ kind, id }: Shown): Sql =>
  sql`SELECT n.id FROM "Notification" n WHERE n.href IN (SELECT unnest(${PAGES[kind].map((page) => page + id)}::text[])
    UNION ALL SELECT '/receipts/' || id FROM "Receipt" WHERE "missionId" = ${id}::uuid)`

interface Shown {
  readonly kind: 'challenge' | 'mission'
  readonly id: string
}

/**
 * The UPDATE that hides the notifications that lead to a challenge or mission, or to its receipt.
 * @param readers SQL for the wallets that may read its tombstone.
 */
export const hideNotices = (record: Shown, readers: Sql, at: Date): Sql =>
  setHidden(sql`${leadingTo(record)} AND NOT (n.kind = ANY(${OF_MODERATION}::text[]) AND n.wallet IN (${readers}))`, at)

/** The UPDATE that shows them again, except those of reviews of proofs that are hidden by themselves. */
export const showNotices = (record: Shown): Sql =>
  setHidden(
    sql`${leadingTo(record)} AND NOT EXISTS (SELECT 1 FROM "Proof" p
      WHERE p."missionId" = ${record.id}::uuid AND p."hiddenAt" IS NOT NULL AND ${raw(TELLS_REVIEW)})`,
    null,
  )

/** The UPDATE that hides or shows the notifications of a proof's reviews. @param hiddenAt null to show them. */
export const showReviewNotices = (proofId: string, hiddenAt: Date | null): Sql =>
  setHidden(
    sql`SELECT n.id FROM "Proof" p JOIN "Notification" n ON ${raw(TELLS_REVIEW)} WHERE p.id = ${proofId}::uuid`,
    hiddenAt,
  )
