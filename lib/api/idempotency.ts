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

/** @throws Refusal `idempotency_key_reused` when the key holds the answer of another request. */
export function requireSameRequest(kept: KeptAnswer, fingerprint: string): void {
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
  let afterCommit: (() => void) | undefined
  try {
    const fresh = await transaction<{ key: string }, Kept | null>(claim(request), async (tx, claimed) => {
      if (claimed.length === 0) return null
      const shown = await command({ tx, caller, at })
      const answered = shown.status ?? status
      const [stored] = await tx.last<{ body: string }>(
        sql`UPDATE "IdempotencyKey" SET status = ${answered}, body = ${shown.show}
          WHERE wallet = ${caller.wallet} AND key = ${key} RETURNING body`,
      )
      if (!stored) throw new Error('The idempotency key vanished inside its own transaction.')
      afterCommit = shown.afterCommit
      return { replayed: false, status: answered, body: stored.body }
    })
    afterCommit?.()
    return fresh ?? replay(await keptAnswer(caller.wallet, key), request.fingerprint)
  } catch (fault) {
    if (fault instanceof CommitUnknown) return settleUnknown(request)
    throw fault
  }
}

function replay(kept: KeptAnswer | null, fingerprint: string): Kept {
  if (!kept)
    throw unavailable('Another request with this Idempotency-Key has just ended. Nothing was saved; try again.')
  requireSameRequest(kept, fingerprint)
  return { replayed: true, status: 200, body: kept.body }
}

/**
 * The answer that another request with this key has given in the meantime, or null: what a request reads before its
 * transaction begins may already show the work of the one that it repeats.
 */
export async function replayIfGiven(request: KeyedRequest): Promise<Kept | null> {
  const kept = await keptAnswer(request.caller.wallet, request.key)
  return kept ? replay(kept, request.fingerprint) : null
}

function keptAnswer(wallet: string, key: string): Promise<KeptAnswer | null> {
  return findOne<KeptAnswer>(
    db,
    sql`SELECT fingerprint, status, body FROM "IdempotencyKey" WHERE wallet = ${wallet} AND key = ${key}`,
  )
}

const SETTLE_TRIES = 5
const SETTLE_PAUSE_MS = 300

/**
 * The connection was lost during the commit, so the key's row tells: it exists exactly when the write does. While the
 * database cannot be asked the client is told 503 and may safely send the same key again.
 */
async function settleUnknown(request: KeyedRequest): Promise<Kept> {
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_PAUSE_MS))
    const isFree = await isKeyFree(request).catch(() => undefined)
    if (isFree) throw unavailable('The storage was lost while saving. Nothing was saved; try again shortly.')
    const kept = isFree === false ? await keptAnswer(request.caller.wallet, request.key).catch(() => null) : null
    if (!kept) continue
    requireSameRequest(kept, request.fingerprint)
    return { replayed: false, status: kept.status, body: kept.body }
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
