import type { KeptAnswer } from '@/lib/api/admission'
import type { Caller, Shown, WriteContext } from '@/lib/context'
import { CommitUnknown, db, findOne, transaction } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { Refusal, unavailable } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'

export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  readonly caller: Caller
  readonly at: Date
}

/** A key is bound to method, path and body bytes. */
export function fingerprintOf(method: string, path: string, body: Uint8Array): string {
  return fingerprintOfHash(method, path, sha256Hex(body))
}

/** The same, where the body was hashed as it arrived. @param bodyHash SHA-256 (hex). */
export function fingerprintOfHash(method: string, path: string, bodyHash: string): string {
  return sha256Hex(`${method} ${path}\n${bodyHash}`)
}

function requireSameRequest(kept: KeptAnswer, fingerprint: string): void {
  if (kept.fingerprint === fingerprint) return
  throw new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new one.',
  )
}

/** The row that binds the key. It waits for another request that is about to bind the same one. */
function claim({ caller, key, fingerprint, at }: KeyedRequest): Sql {
  return sql`INSERT INTO "IdempotencyKey" (wallet, key, fingerprint, status, body, "createdAt")
    VALUES (${caller.wallet}, ${key}, ${fingerprint}, 0, '', ${at}) ON CONFLICT DO NOTHING RETURNING key`
}

export type Kept = { readonly replayed: boolean; readonly status: number; readonly body: string }

/**
 * Runs a write exactly once per key, in one transaction: the key is claimed, the command runs, the answer is stored
 * with the key, all is committed. Either all of it exists or nothing; of two at once one works and the other waits and
 * replays (decisions §3).
 * @throws Refusal of the command, or `idempotency_key_reused`; then nothing was saved, the key included.
 */
export async function once(
  request: KeyedRequest,
  status: 200 | 201,
  command: (ctx: WriteContext) => Promise<Shown>,
): Promise<Kept> {
  const { caller, key, at } = request
  try {
    const fresh = await transaction<{ key: string }, (Kept & Pick<Shown, 'afterCommit' | 'afterwards'>) | null>(
      claim(request),
      async (tx, claimed) => {
        if (claimed.length === 0) return null
        const { afterCommit, afterwards, ...shown } = await command({ tx, caller, at })
        const answered = shown.status ?? status
        const [stored] = await tx.last<{ body: string }>(keep(request, afterwards ? UNFINISHED : answered, shown.show))
        if (!stored) throw new Error('The idempotency key vanished inside its own transaction.')
        return { replayed: false, status: answered, body: stored.body, afterCommit, afterwards }
      },
    )
    if (!fresh) return replay(await keptAnswer(caller.wallet, key), request)
    const { afterCommit, afterwards, ...kept } = fresh
    afterCommit?.()
    return afterwards ? await finish(request, kept, afterwards) : kept
  } catch (fault) {
    if (fault instanceof CommitUnknown) return settleUnknown(request, status)
    throw fault
  }
}

/** The status of an answer that is committed while something is still to be done afterwards. */
const UNFINISHED = 0

/**
 * The UPDATE that stores the answer with its key. A large answer is kept with references in place of the texts that the
 * database holds anyway (`shorten_answer`); `whole_answer` gives it back byte for byte.
 */
function keep({ caller, key }: KeyedRequest, status: number, show: Sql): Sql {
  return sql`UPDATE "IdempotencyKey" SET status = ${status}, body = shorten_answer(shown.body)
    FROM (SELECT ${show} AS body) shown WHERE wallet = ${caller.wallet} AND key = ${key} RETURNING shown.body`
}

/** Does what had to wait for the commit. The write stands already, so no failure here undoes its answer. */
async function finish(request: KeyedRequest, kept: Kept, afterwards: () => Promise<Sql>): Promise<Kept> {
  try {
    const finished = await findOne<{ body: string }>(db, keep(request, kept.status, await afterwards()))
    return { ...kept, body: finished?.body ?? kept.body }
  } catch (fault) {
    console.error(`After a write that stands: ${fault instanceof Error ? fault.message : 'an unknown fault'}`)
    return kept
  }
}

/**
 * The first answer once more.
 * @throws Refusal `idempotency_key_reused` when the key holds the answer of another request.
 */
export async function replay(kept: KeptAnswer | null, request: KeyedRequest): Promise<Kept> {
  if (!kept)
    throw unavailable('Another request with this Idempotency-Key has just ended. Nothing was saved; try again.')
  requireSameRequest(kept, request.fingerprint)
  const { body } = kept.status === UNFINISHED ? await whenFinished(request, kept) : kept
  return { replayed: true, status: 200, body }
}

/** Longer than anything that a write does after its commit. */
const FINISH_TIMEOUT_MS = 15_000
const FINISH_PAUSE_MS = 150

/** Waits for the first answer; the process that owes it may have died, so not for ever. */
async function whenFinished({ caller, key, at }: KeyedRequest, kept: KeptAnswer): Promise<KeptAnswer> {
  const until = Date.now() + FINISH_TIMEOUT_MS
  const unfinished = sql`SELECT fingerprint, status, whole_answer(body) AS body FROM "IdempotencyKey" WHERE wallet = ${caller.wallet} AND key = ${key}
    AND (status <> ${UNFINISHED} OR "createdAt" > ${new Date(at.getTime() - FINISH_TIMEOUT_MS)})`
  let latest: KeptAnswer | null = kept
  while (latest?.status === UNFINISHED && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, FINISH_PAUSE_MS))
    latest = await findOne<KeptAnswer>(db, unfinished)
  }
  return latest ?? kept
}

/**
 * The answer that another request with this key has given in the meantime, or null: what a request reads before its
 * transaction begins may already show the work of the one that it repeats.
 */
export async function replayIfGiven(request: KeyedRequest): Promise<Kept | null> {
  const kept = await keptAnswer(request.caller.wallet, request.key)
  return kept ? replay(kept, request) : null
}

function keptAnswer(wallet: string, key: string): Promise<KeptAnswer | null> {
  return findOne<KeptAnswer>(
    db,
    sql`SELECT fingerprint, status, whole_answer(body) AS body FROM "IdempotencyKey" WHERE wallet = ${wallet} AND key = ${key}`,
  )
}

const SETTLE_TRIES = 5
const SETTLE_PAUSE_MS = 300

/**
 * The connection was lost during the commit, so the key's row tells: it exists exactly when the write does. While the
 * database cannot be asked the client is told 503 and may safely send the same key again.
 */
async function settleUnknown(request: KeyedRequest, status: number): Promise<Kept> {
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_PAUSE_MS))
    const isFree = await isKeyFree(request).catch(() => undefined)
    if (isFree) throw unavailable('The storage was lost while saving. Nothing was saved; try again shortly.')
    const kept = isFree === false ? await keptAnswer(request.caller.wallet, request.key).catch(() => null) : null
    if (!kept) continue
    requireSameRequest(kept, request.fingerprint)
    return { replayed: false, status: kept.status || status, body: kept.body }
  }
  throw unavailable(
    'The storage was lost while saving. Send the same request with the same Idempotency-Key again: it acts once.',
  )
}

class KeyFree extends Error {}

/**
 * Whether nothing was saved with the key, for certain: a lost connection's commit may still be under way, and claiming
 * the key waits for its end. The claim itself is rolled back.
 */
async function isKeyFree(request: KeyedRequest): Promise<boolean> {
  try {
    return await transaction<{ key: string }, boolean>(claim(request), async (_tx, claimed) => {
      if (claimed.length > 0) throw new KeyFree()
      return false
    })
  } catch (fault) {
    if (fault instanceof KeyFree) return true
    throw fault
  }
}
