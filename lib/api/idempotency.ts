import { z } from 'zod'
import { AnswerRow, type KeptAnswer } from '@/lib/api/admission'
import { dryRun } from '@/lib/api/dry-run'
import type { Kept, KeyedRequest } from '@/lib/api/keyed-request'
import type { CommandResult, WriteContext } from '@/lib/context'
import { autocommit, db, findOne, hasRow, one } from '@/lib/db/db'
import { CommitUnknown, isUniqueViolation, StorageAway } from '@/lib/db/faults'
import { BACKENDS } from '@/lib/db/pool'
import { BodyRow } from '@/lib/db/rows'
import { raw, type Sql, sql } from '@/lib/db/sql'
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

class KeyTaken extends Error {}

const orTaken = (fault: unknown) => (isUniqueViolation(fault, 'IdempotencyKey_pkey') ? new KeyTaken() : fault)

/**
 * Runs a write exactly once per key, in one transaction: the command runs, its answer is stored under the key, all is
 * committed. Either all of it exists or nothing. Of two requests at once the second waits where both write the same
 * row, at the latest for the key itself; then its own work is undone and it replays the first answer
 * (docs/decisions.md#the-write-pipeline).
 * @throws Refusal of the command, or `idempotency_key_reused`; then nothing was saved, the key included.
 * @throws StorageAway when it is not known whether it was saved: the same key finds out.
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
      const { afterCommit, background, ...shown } = await command({ tx, caller, at })
      const answered = shown.status ?? status
      const [stored] = await tx.last(keep(request, background ? UNFINISHED : answered, shown.show), BodyRow, orTaken)
      if (!stored) throw new Error('A write without an answer.')
      return { replayed: false, status: answered, body: stored.body, afterCommit, background }
    })
  } catch (fault) {
    if (fault instanceof KeyTaken) return replay(await confirmed(request), request)
    if (fault instanceof CommitUnknown && !fault.isWaiting) return settleUnknown(request, status, fault.backend)
    return replayInstead(request, fault)
  }
  const { afterCommit, background, ...kept } = fresh
  afterCommit?.()
  return background ? finish(request, kept, background) : kept
}

/** The status of an answer that is committed while something is still to be done afterwards. */
const UNFINISHED = 0

/**
 * The INSERT that binds the key and stores the answer. It waits for another transaction that is about to bind the same
 * key, and fails if that one commits. A large answer is kept with references in place of the texts that the database
 * holds anyway (`shorten_answer`); `whole_answer` gives it back byte for byte.
 */
function keep({ caller, key, fingerprint, at }: KeyedRequest, status: number, show: Sql): Sql {
  return sql`WITH shown AS MATERIALIZED (SELECT ${show} AS body), kept AS (
      INSERT INTO "IdempotencyKey" (wallet, key, fingerprint, status, body, "createdAt")
      SELECT ${caller.wallet}, ${key}, ${fingerprint}, ${status}::int, shorten_answer(shown.body), ${at}::timestamptz FROM shown
    ) SELECT body FROM shown`
}

/**
 * Does what had to wait for the commit, and stores what it gave. The write stands already, so no failure of that work
 * undoes its answer. A repetition that waited too long has taken the first answer as it was: then that is the answer.
 * @throws StorageAway when it is not known which answer is stored: the same key tells.
 */
async function finish(request: KeyedRequest, kept: Kept, background: () => Promise<Sql>): Promise<Kept> {
  const show = await background().catch((fault) => {
    log().error({ fault: faultWords(fault) }, 'After a write that stands')
    return null
  })
  if (show === null) return kept
  const { caller, key } = request
  const finished = await findOne(
    autocommit,
    sql`UPDATE "IdempotencyKey" SET status = ${kept.status}, body = shorten_answer(shown.body)
      FROM (SELECT ${show} AS body) shown
      WHERE wallet = ${caller.wallet} AND key = ${key} AND status = ${UNFINISHED} RETURNING shown.body`,
    BodyRow,
  )
  const body = finished?.body ?? (await confirmed(request))?.body
  if (body === undefined) throw lost()
  return { ...kept, body }
}

/**
 * The first answer once more, after a commit of our own (see `confirmed`).
 * @param kept what a read has found; null where a read was told of an answer that is no longer there.
 * @throws Refusal `idempotency_key_reused` when the key holds the answer of another request.
 * @throws StorageAway when the answer cannot be confirmed.
 */
export async function replay(kept: KeptAnswer | null, request: KeyedRequest): Promise<Kept> {
  if (!kept) throw lost()
  requireSameRequest(kept, request.fingerprint)
  const isFinished = kept.status !== UNFINISHED || (await becomesFinished(request))
  const certain = isFinished ? await confirmed(request) : await sealed(request)
  if (!certain) throw lost()
  return { replayed: true, status: 200, body: certain.body }
}

const lost = () => new StorageAway('The storage was lost while saving.')

/** Longer than anything that a write does after its commit. */
const FINISH_TIMEOUT_MS = 15_000
const FINISH_PAUSE_MS = 150

const OwedRow = z.object({ young: z.boolean() })

/** Waits for the first answer to be finished; the process that owes it may have died, so not for ever. */
async function becomesFinished({ caller, key, at }: KeyedRequest): Promise<boolean> {
  const until = Date.now() + FINISH_TIMEOUT_MS
  const owed = sql`SELECT "createdAt" > ${new Date(at.getTime() - FINISH_TIMEOUT_MS)} AS young FROM "IdempotencyKey"
    WHERE wallet = ${caller.wallet} AND key = ${key} AND status = ${UNFINISHED}`
  while (Date.now() < until) {
    const unfinished = await findOne(db, owed, OwedRow)
    if (!unfinished) return true
    if (!unfinished.young) return false
    await new Promise((resolve) => setTimeout(resolve, FINISH_PAUSE_MS))
  }
  return false
}

/**
 * The answer that another request with this key has given in the meantime, or null: what refuses a request may be the
 * work of the one that it repeats.
 */
export async function replayIfGiven(request: KeyedRequest): Promise<Kept | null> {
  const kept = await confirmed(request)
  return kept ? replay(kept, request) : null
}

/**
 * The answer to give in the place of a refusal, if the key has one by now.
 * @throws the fault itself, if it is no refusal of the record or the key is free.
 */
export async function replayInstead(request: KeyedRequest, fault: unknown): Promise<Kept> {
  const isRefused = fault instanceof Refusal && !(fault instanceof StorageAway)
  const given = isRefused ? await replayIfGiven(request) : null
  if (given) return given
  throw fault
}

/**
 * The answer that a key holds, after a commit that could not have happened without its row. What a primary shows may be
 * its own alone: a server that was restarted, or stopped waiting, shows commits that no standby has. The lock on the row
 * is written to the log behind it, so a standby that acknowledges the lock has the row. Without a synchronous standby it
 * costs a round trip; and it is asked for only where an answer is given once more.
 * @throws CommitUnknown when that commit itself is not acknowledged.
 */
function confirmed({ caller, key }: KeyedRequest): Promise<KeptAnswer | null> {
  return findOne(
    autocommit,
    sql`SELECT fingerprint, status, whole_answer(body) AS body FROM "IdempotencyKey" WHERE wallet = ${caller.wallet} AND key = ${key} FOR KEY SHARE`,
    AnswerRow,
  )
}

/** The same for an answer that nobody will finish: from now on it is the answer. */
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
 * It is not known whether the commit happened, so the key's row tells: it exists exactly when the write does. It is
 * believed once a commit of our own on that row is acknowledged; until then the client is told 503 and may safely send
 * the same key again. That is also said where the key is found free: the server that says so may not be the one that was
 * written to.
 */
async function settleUnknown(request: KeyedRequest, status: number, backend: string): Promise<Kept> {
  for (const until = Date.now() + SETTLE_BUDGET_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_PAUSE_MS))
    const kept = await settle(request, status, backend).catch(waitOrAgain)
    if (kept === 'free' || kept === 'waits') break
    if (kept === 'again') continue
    requireSameRequest(kept, request.fingerprint)
    return { replayed: false, status: kept.status, body: kept.body }
  }
  throw lost()
}

const waitOrAgain = (fault: unknown) => (fault instanceof CommitUnknown && fault.isWaiting ? 'waits' : 'again')

class KeyFree extends Error {}

/** Whether a backend is in a transaction: what was sent to it before its connection was lost may still be carried out. */
const isAtWork = (backend: string) =>
  hasRow(db, sql`SELECT 1 FROM (${raw(BACKENDS)} WHERE state <> 'idle') b WHERE b.name = ${backend}`)

/**
 * The answer that the key holds, or that it holds none. The transaction of the lost connection is waited for: as long as its
 * backend is at work it may still commit, and where that cannot be seen, claiming the key waits for a row that it has
 * inserted. The claim is written to the log behind it. What was to follow the commit follows no more, so the answer stands as
 * it is. The claim of a free key is rolled back.
 */
async function settle(
  { caller, key, fingerprint, at }: KeyedRequest,
  status: number,
  backend: string,
): Promise<KeptAnswer | 'free' | 'again'> {
  if (await isAtWork(backend)) return 'again'
  try {
    return await transaction(async (tx) => {
      const row = await one(
        tx,
        sql`INSERT INTO "IdempotencyKey" AS k (wallet, key, fingerprint, status, body, "createdAt")
          VALUES (${caller.wallet}, ${key}, ${fingerprint}, 0, '', ${at})
          ON CONFLICT (wallet, key) DO UPDATE SET status = CASE k.status WHEN ${UNFINISHED} THEN ${status}::int ELSE k.status END
          RETURNING k.fingerprint, k.status, whole_answer(k.body) AS body`,
        AnswerRow,
      )
      // Every committed key has its answer.
      if (row.body === '') throw new KeyFree()
      return row
    })
  } catch (fault) {
    if (fault instanceof KeyFree) return 'free'
    throw fault
  }
}
