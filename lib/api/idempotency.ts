import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AnswerRow, type KeptAnswer, signInFirst } from '@/lib/api/admission'
import { dryRun } from '@/lib/api/dry-run'
import type { Kept, KeyedRequest } from '@/lib/api/keyed-request'
import type { CommandResult, WriteContext } from '@/lib/context'
import { autocommit, db, findOne, one } from '@/lib/db/db'
import { CommitUnknown, isNullViolation, isUniqueViolation, StorageAway } from '@/lib/db/faults'
import { BodyRow } from '@/lib/db/rows'
import { type Sql, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { Refusal } from '@/lib/errors'
import { faultWords, log } from '@/lib/telemetry/log'

function requireSameRequest(kept: KeptAnswer, fingerprint: string): void {
  if (kept.fingerprint === fingerprint) return
  throw new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new one.',
  )
}

/**
 * The INSERT that claims the key. It waits for a concurrent transaction that claims the same key, and fails if that one commits.
 *
 * It also fails, for want of a wallet, if the session was signed out after the request was admitted: a body may take minutes, and
 * what is read before the transaction seconds. It locks no session, so no write can hold up a sign-out: a transaction that has
 * begun before it may end after it.
 */
function claim({ tokenHash, key, fingerprint, at }: KeyedRequest): Sql {
  return sql`INSERT INTO "IdempotencyKey" (wallet, key, fingerprint, status, body, "createdAt")
    VALUES ((SELECT wallet FROM "Session" WHERE "tokenHash" = ${tokenHash} AND "revokedAt" IS NULL), ${key}, ${fingerprint}, 0, '', ${at})`
}

class KeyTaken extends Error {}

function explainClaim(fault: unknown): unknown {
  if (isNullViolation(fault, 'IdempotencyKey', 'wallet')) return signInFirst()
  return isUniqueViolation(fault, 'IdempotencyKey_pkey') ? new KeyTaken() : fault
}

/**
 * Runs a write exactly once per key. One transaction claims the key, runs the command and stores its response under the
 * key, so either both are saved or neither is. Of two concurrent requests with one key, the second waits for the claim and
 * replays the first response (docs/decisions.md#the-write-pipeline).
 *
 * The claim comes first: the refusals that follow it are then never the work of the request that this one repeats, on
 * whichever server that work stands. The command does not wait for the claim. If the key is taken, the database does
 * nothing of what follows.
 * @throws Refusal of the command, or `idempotency_key_reused`. Then this request saved nothing, not even its key.
 * @throws Refusal `unauthenticated` if the session was signed out meanwhile. Nothing was saved either.
 * @throws StorageAway if it is unknown whether the write was saved. A retry with the same key finds out.
 */
export async function withIdempotencyKey(
  request: KeyedRequest,
  status: 200 | 201,
  command: (ctx: WriteContext) => Promise<CommandResult>,
): Promise<Kept> {
  if (request.isDryRun) return dryRun(request, status, command)
  const { caller, at } = request
  let fresh: Kept & Pick<CommandResult, 'afterCommit' | 'background'>
  try {
    fresh = await transaction(async (tx): Promise<typeof fresh> => {
      tx.pipeline(claim(request), explainClaim)
      const { afterCommit, background, ...shown } = await command({ tx, caller, at })
      const answered = shown.status ?? status
      const [stored] = await tx.last(keep(request, background ? UNFINISHED : answered, shown.show), BodyRow)
      if (!stored) throw new Error('The idempotency key vanished inside its own transaction.')
      return { replayed: false, status: answered, body: stored.body, afterCommit, background }
    })
  } catch (fault) {
    if (fault instanceof KeyTaken) return replay(await confirmed(request), request)
    if (fault instanceof CommitUnknown && !fault.isWaiting) return settleUnknown(request, status)
    throw fault
  }
  const { afterCommit, background, ...kept } = fresh
  afterCommit?.()
  return background ? finish(request, kept, background) : kept
}

/** The stored status of a response that is committed, but whose background work has not finished. */
const UNFINISHED = 0

/**
 * The UPDATE that stores the response under the claimed key. In a large response, references replace the texts that the
 * database holds anyway (`shorten_answer`); `whole_answer` restores the response byte for byte. The response is stored and
 * returned: MATERIALIZED, or Postgres would build it twice.
 * @param replacing the status that the row must have, unless any will do.
 */
function keep({ caller, key }: KeyedRequest, status: number, show: Sql, replacing?: number): Sql {
  const ifReplacing = replacing === undefined ? sql`` : sql` AND status = ${replacing}`
  return sql`WITH shown AS MATERIALIZED (SELECT ${show} AS body)
    UPDATE "IdempotencyKey" SET status = ${status}, body = shorten_answer(shown.body)
    FROM shown WHERE wallet = ${caller.wallet} AND key = ${key}${ifReplacing} RETURNING shown.body`
}

/**
 * Runs the background work of a committed write, and stores the response that it returns. The write is saved already, so
 * the stored response stays if that work fails. A repeated request that waited too long has made the stored response
 * final (see `sealed`); then that is the response.
 * @throws StorageAway if it is unknown which response is stored. A retry with the same key finds out.
 */
async function finish(request: KeyedRequest, kept: Kept, background: () => Promise<Sql>): Promise<Kept> {
  const show = await background().catch((fault) => {
    log().error({ fault: faultWords(fault) }, 'After a write that stands')
    return null
  })
  if (show === null) return kept
  const { caller, key } = request
  const [finished] = await transaction(async (tx) => {
    // The response is built by a statement that begins with the lock: what an erasure that held the row has taken is not in it.
    tx.pipeline(sql`SELECT 1 FROM "IdempotencyKey" WHERE wallet = ${caller.wallet} AND key = ${key} FOR NO KEY UPDATE`)
    return tx.last(keep(request, kept.status, show, UNFINISHED), BodyRow)
  })
  const body = finished?.body ?? (await confirmed(request))?.body
  if (body === undefined) throw lost()
  return { ...kept, body }
}

/**
 * Replays the first response, after a commit of our own (see `confirmed`).
 * @param kept the stored response; null if the key was taken, but its row is no longer there.
 * @throws Refusal `idempotency_key_reused` if the key holds the response to a different request.
 * @throws StorageAway if the response cannot be confirmed.
 */
export async function replay(kept: KeptAnswer | null, request: KeyedRequest): Promise<Kept> {
  if (!kept) throw lost()
  requireSameRequest(kept, request.fingerprint)
  const isFinished = kept.status !== UNFINISHED || (await becomesFinished(request))
  const certain = isFinished ? await confirmed(request) : await sealed(request)
  if (!certain) throw lost()
  return { replayed: true, status: certain.status, body: certain.body }
}

const lost = () => new StorageAway('The storage was lost while saving.')

/** Longer than the background work of any write. */
const FINISH_TIMEOUT_MS = 15_000
const FINISH_PAUSE_MS = 150

const OwedRow = z.object({ young: z.boolean() })

/** Waits until the first response is finished. The wait is limited: the process that should finish it may have died. */
async function becomesFinished({ caller, key, at }: KeyedRequest): Promise<boolean> {
  const until = performance.now() + FINISH_TIMEOUT_MS
  const owed = sql`SELECT "createdAt" > ${new Date(at.getTime() - FINISH_TIMEOUT_MS)} AS young FROM "IdempotencyKey"
    WHERE wallet = ${caller.wallet} AND key = ${key} AND status = ${UNFINISHED}`
  while (performance.now() < until) {
    const unfinished = await findOne(db, owed, OwedRow)
    if (!unfinished) return true
    if (!unfinished.young) return false
    await sleep(FINISH_PAUSE_MS)
  }
  return false
}

/**
 * Replays the response that another request with this key has stored in the meantime, instead of a refusal: a request may be
 * refused because of the work of the very request that it repeats.
 * @throws the fault itself, if the key is free or the fault is not a refusal of the record.
 */
export async function replayInstead(request: KeyedRequest, fault: unknown): Promise<Kept> {
  const isRefused = fault instanceof Refusal && !(fault instanceof StorageAway)
  const kept = isRefused ? await confirmed(request) : null
  if (kept) return replay(kept, request)
  throw fault
}

/**
 * The response stored under a key, confirmed by a commit that needs its row. A row that a primary shows may exist there
 * only: a server that was restarted, or stopped waiting, shows commits that no standby has. The lock on the row is written
 * to the log after the row, so a standby that acknowledges the lock has the row. Without a synchronous standby this costs
 * one round trip. Only replays need it.
 * @throws CommitUnknown if that commit is not acknowledged.
 */
function confirmed({ caller, key }: KeyedRequest): Promise<KeptAnswer | null> {
  return findOne(
    autocommit,
    sql`SELECT fingerprint, status, whole_answer(body) AS body FROM "IdempotencyKey" WHERE wallet = ${caller.wallet} AND key = ${key} FOR KEY SHARE`,
    AnswerRow,
  )
}

/** Like `confirmed`, for a response that nobody will finish: it becomes final as it is stored. */
function sealed({ caller, key }: KeyedRequest): Promise<KeptAnswer | null> {
  return findOne(
    autocommit,
    sql`UPDATE "IdempotencyKey" SET status = CASE status WHEN ${UNFINISHED} THEN 200 ELSE status END
      WHERE wallet = ${caller.wallet} AND key = ${key} RETURNING fingerprint, status, whole_answer(body) AS body`,
    AnswerRow,
  )
}

const SETTLE_BUDGET_MS = 6_000
const SETTLE_PAUSE_MS = 300

/**
 * Finds out whether a commit with unknown outcome happened: the row of the key exists exactly if the write does. The row
 * is trusted once a commit of our own on it is acknowledged. Until then the client gets 503 and may safely retry with the
 * same key. It also gets 503 if the key is free: the server that shows this may not be the one that was written to.
 */
async function settleUnknown(request: KeyedRequest, status: number): Promise<Kept> {
  for (const until = performance.now() + SETTLE_BUDGET_MS; performance.now() < until; ) {
    await sleep(SETTLE_PAUSE_MS)
    const kept = await settle(request, status).catch(waitOrAgain)
    if (kept === 'free' || kept === 'waits') break
    if (kept === 'again') continue
    requireSameRequest(kept, request.fingerprint)
    return { replayed: !kept.isOwn, status: kept.status, body: kept.body }
  }
  throw lost()
}

const waitOrAgain = (fault: unknown) => (fault instanceof CommitUnknown && fault.isWaiting ? 'waits' : 'again')

class KeyFree extends Error {}

/** A stored response, and whether it is this request's, not that of a concurrent one with the same key. */
const SettledRow = AnswerRow.extend({ isOwn: z.boolean() })

/**
 * The response stored under the key, or `'free'`. The commit of the lost connection may still be in progress: claiming
 * the key waits for it, and is written to the log after it. The work that should have followed that commit no longer
 * runs, so the response becomes final as it is stored. The claim of a free key is rolled back.
 */
async function settle(
  { caller, key, fingerprint, at }: KeyedRequest,
  status: number,
): Promise<z.infer<typeof SettledRow> | 'free'> {
  try {
    return await transaction(async (tx) => {
      const row = await one(
        tx,
        sql`INSERT INTO "IdempotencyKey" AS k (wallet, key, fingerprint, status, body, "createdAt")
          VALUES (${caller.wallet}, ${key}, ${fingerprint}, 0, '', ${at})
          ON CONFLICT (wallet, key) DO UPDATE SET status = CASE k.status WHEN ${UNFINISHED} THEN ${status}::int ELSE k.status END
          RETURNING k.fingerprint, k.status, whole_answer(k.body) AS body, k."createdAt" = ${at} AS "isOwn"`,
        SettledRow,
      )
      // A committed key always has a response, so this is the row that was just inserted.
      if (row.body === '') throw new KeyFree()
      return row
    })
  } catch (fault) {
    if (fault instanceof KeyFree) return 'free'
    throw fault
  }
}
