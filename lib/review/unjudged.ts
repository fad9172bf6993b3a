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

interface Columns {
  readonly record: string
  readonly recordKind: 'challenge' | 'mission'
  readonly contributor: string
  readonly since: string
}

const COLUMNS: Readonly<Record<Parties['kind'], Columns>> = {
  decision: { record: 'c', recordKind: 'challenge', contributor: 'NULL::text', since: 'd."submittedAt"' },
  proof: { record: 'm', recordKind: 'mission', contributor: 'm."contributorWallet"', since: 'p."submittedAt"' },
}

/** One SELECT per kind that can have such items: if there are more verifiers than parties, one is not involved. */
function unjudged(): readonly { readonly rows: Sql; readonly columns: Columns }[] {
  const verifiers = [...new Set(verifierWallets())]
  return (['decision', 'proof'] as const).flatMap((kind) => {
    const parties = Object.values(WAITING[kind].parties)
    const columns = COLUMNS[kind]
    const { record, recordKind, contributor } = columns
    if (verifiers.length > parties.length) return []
    const shown = `'${recordKind}' AS kind, ${record}.id, ${record}.title, ${record}.owner, ${contributor} AS contributor`
    const rows = sql`SELECT ${raw(`${shown} FROM ${WAITING[kind].from}`)} AND ${verifiers}::text[] <@ ARRAY[${raw(parties.join(', '))}]`
    return [{ rows, columns }]
  })
}

const all = (parts: readonly Sql[]): Sql => join(parts, ' UNION ALL ')

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
  const rows = all(parts.map((part) => part.rows))
  return (await one(db, sql`SELECT count(*)::int AS count FROM (${rows}) u`, CountRow)).count
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
  while ((await notifyBatch(now())) >= BATCH_ROWS);
}

/**
 * The items of one kind that nobody was told of, at most a batch. Their records stay as they are until the notifications are
 * there: otherwise these could tell what was hidden or erased meanwhile. What is being written is for the next round.
 */
function untold({ rows, columns }: ReturnType<typeof unjudged>[number], at: Date): Sql {
  const { record, recordKind, since } = columns
  return sql`SELECT u.* FROM (${rows} AND ${raw(since)} <= ${at}
    AND NOT EXISTS (SELECT 1 FROM "Notification" n WHERE n.href = concat('/${raw(recordKind)}s/', ${raw(record)}.id)
      AND n.kind = 'no-verifier' AND n."createdAt" >= ${raw(since)})
    LIMIT ${BATCH_ROWS} FOR SHARE OF ${raw(record)} SKIP LOCKED) u`
}

/** @returns the number of items that were notified about. */
async function notifyBatch(at: Date): Promise<number> {
  const parts = unjudged()
  if (parts.length === 0) return 0
  return transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY})`)
    const waiting = await tx.query(all(parts.map((part) => untold(part, at))), UnjudgedRow)
    const notices = waiting.flatMap(({ contributor, ...record }) => noVerifier(record, contributor))
    if (notices.length > 0) await tx.run(insertNotices(notices, null, at))
    return waiting.length
  })
}
