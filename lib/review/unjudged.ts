import { z } from 'zod'
import { now } from '@/lib/clock'
import { db, one } from '@/lib/db/db'
import { CountRow } from '@/lib/db/rows'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { verifierWallets } from '@/lib/env'
import type { Parties } from '@/lib/machine/conflict'
import { noVerifier } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'
import { WAITING } from '@/lib/review/queries'

// Decisions and proofs that no verifier may judge, because all verifiers are involved (docs/decisions.md#reads).

const COLUMNS: Readonly<Record<Parties['kind'], { record: string; recordKind: string; rest: string }>> = {
  decision: { record: 'c', recordKind: 'challenge', rest: 'NULL::text AS contributor, d."submittedAt"' },
  proof: { record: 'm', recordKind: 'mission', rest: 'm."contributorWallet" AS contributor, p."submittedAt"' },
}

/** One statement per kind that can have such items: if there are more verifiers than parties, one is not involved. */
function unjudged(): readonly Sql[] {
  const verifiers = [...new Set(verifierWallets())]
  return (['decision', 'proof'] as const).flatMap((kind) => {
    const parties = Object.values(WAITING[kind].parties)
    const { record, recordKind, rest } = COLUMNS[kind]
    if (verifiers.length > parties.length) return []
    return [
      sql`SELECT ${raw(`'${recordKind}' AS kind, ${record}.id, ${record}.title, ${record}.owner, ${rest} FROM ${WAITING[kind].from}`)}
        AND ${verifiers}::text[] <@ ARRAY[${raw(parties.join(', '))}]`,
    ]
  })
}

/** How long this process keeps the count: anyone may read the status, and what waits is counted whole. */
const COUNT_KEPT_MS = 5_000

let kept: { readonly at: number; readonly of: string; readonly count: Promise<number> } | undefined

/** The number of waiting decisions and proofs that no verifier may judge, kept for `COUNT_KEPT_MS` while the allowlist stays as it is. */
export function countUnjudged(): Promise<number> {
  const of = verifierWallets().join()
  const at = now().getTime()
  if (kept?.of === of && at >= kept.at && at - kept.at < COUNT_KEPT_MS) return kept.count
  const count = readCount()
  kept = { at, of, count }
  count.catch(() => {
    if (kept?.count === count) kept = undefined
  })
  return count
}

async function readCount(): Promise<number> {
  const parts = unjudged()
  if (parts.length === 0) return 0
  return (await one(db, sql`SELECT count(*)::int AS count FROM (${join(parts, ' UNION ALL ')}) u`, CountRow)).count
}

const UnjudgedRow = z.object({
  kind: z.enum(['challenge', 'mission']),
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  contributor: z.string().nullable(),
})

/** An advisory lock against duplicate notifications: the statement after it sees the rows of its previous holder. */
const LOCK_KEY = 7_015
const BATCH_ROWS = 500

/** Notifies owner and contributor once per waiting item, also if only the allowlist has changed. */
export async function tellUnjudged(): Promise<void> {
  let notified = BATCH_ROWS
  while (notified === BATCH_ROWS) notified = await notifyBatch(unjudged(), now())
}

/** @returns the number of items that were notified about. */
async function notifyBatch(parts: readonly Sql[], at: Date): Promise<number> {
  if (parts.length === 0) return 0
  return transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
    const waiting = await tx.query(
      sql`SELECT u.kind, u.id, u.title, u.owner, u.contributor FROM (${join(parts, ' UNION ALL ')}) u
        WHERE u."submittedAt" <= ${at} AND NOT EXISTS (SELECT 1 FROM "Notification" n WHERE n.href = concat('/', u.kind, 's/', u.id)
          AND n.kind = 'no-verifier' AND n."createdAt" >= u."submittedAt") LIMIT ${BATCH_ROWS}`,
      UnjudgedRow,
    )
    const notices = waiting.flatMap(({ contributor, ...record }) => noVerifier(record, contributor))
    if (notices.length > 0) await tx.run(insertNotices(notices, null, at))
    return waiting.length
  })
}
