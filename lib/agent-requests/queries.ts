import type { OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import { COLUMNS, hashOf, requireTaker, StoredRequest, stateOf, viewOf } from '@/lib/agent-requests/stored'
import { now } from '@/lib/clock'
import { decodeIdCursor, encodeCursor } from '@/lib/contract/cursor'
import { autocommit, db, findOne } from '@/lib/db/db'
import { BodyRow } from '@/lib/db/rows'
import { raw, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'

/** The fields that come from the contract of the operation. */
type ToldByContract = Pick<OpenedAgentRequest, 'summary' | 'isSigned'>

/**
 * Opens the request of a handle. The first signed-in wallet that opens it takes it. Whoever holds the handle without a session
 * is not told which one: that a wallet has signed in is private.
 * @param wallet the reader; null when nobody is signed in.
 * @param tell gives the fields from the contract of an operation.
 * @throws Refusal `not_found` for an unknown handle; `forbidden` when another wallet has taken the request.
 */
export async function openAgentRequest(
  handle: string,
  wallet: string | null,
  tell: (operationId: string) => ToldByContract,
): Promise<{ agentRequest: OpenedAgentRequest }> {
  const at = now()
  const found = await findAgentRequest(handle)
  const isTaken = wallet !== null && found !== null && (await takeAgentRequest(found, wallet, at))
  const row = isTaken ? await findAgentRequest(handle) : found
  if (!row) throw notFound('There is no such request: it ran out long ago, or the address is not whole.')
  if (wallet !== null) requireTaker(row, wallet)
  const { method, path } = row
  const body = stateOf(row, at) === 'waiting' && row.body !== null ? JSON.parse(row.body) : null
  const taker = wallet === null ? null : row.wallet
  return { agentRequest: { ...viewOf(row, at), wallet: taker, method, path, body, ...tell(row.operationId) } }
}

/**
 * Takes a request for a wallet if nobody has and it still waits. Any other is left alone without a write, for which a request that
 * nobody counts would hold a write slot.
 * @returns whether it was free; then another wallet may have taken it in the same moment.
 */
async function takeAgentRequest(found: StoredRequest, wallet: string, at: Date): Promise<boolean> {
  if (found.wallet !== null || stateOf(found, at) !== 'waiting') return false
  await autocommit.run(
    sql`UPDATE "AgentRequest" SET wallet = ${wallet} WHERE id = ${found.id}::uuid AND wallet IS NULL
      AND "finishedAt" IS NULL AND "stoppedAt" IS NULL AND "expiresAt" > ${at}`,
  )
  return true
}

/** The request of a handle, or null. It is asked for again and again, so it takes no write slot. */
export const findAgentRequest = (handle: string): Promise<StoredRequest | null> =>
  findOne(db, sql`SELECT ${raw(COLUMNS)} FROM "AgentRequest" a WHERE a."handleHash" = ${hashOf(handle)}`, StoredRequest)

/**
 * The stored response of the write that finished a request, as JSON text. Keys end earlier than requests, and a wallet may use
 * one again for something else, which is no business of the program's: that write is of another time. While work goes on that a
 * write does after its commit, it is the response as of the commit.
 * @returns null when the response is no longer stored.
 */
export async function answerOfFinished({ wallet, key, finishedAt }: StoredRequest): Promise<string | null> {
  const kept = await findOne(
    db,
    sql`SELECT whole_answer(k.body) AS body FROM "IdempotencyKey" k
      WHERE k.wallet = ${wallet} AND k.key = ${key} AND k."createdAt" = ${finishedAt}`,
    BodyRow,
  )
  return kept?.body ?? null
}

/** The body of `GET /api/v1/agent-requests` as JSON text. */
export async function agentRequestsBody(
  wallet: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Promise<string> {
  const at = now()
  const before = cursor ? sql`AND a.id < ${decodeIdCursor(cursor)}::uuid` : sql``
  const rows = await db.query(
    sql`SELECT ${raw(COLUMNS)} FROM "AgentRequest" a WHERE a.wallet = ${wallet} ${before}
      ORDER BY a.id DESC LIMIT ${limit + 1}::int`,
    StoredRequest,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const agentRequests = shown.map((row) => viewOf(row, at))
  return JSON.stringify({ agentRequests, nextCursor: last ? encodeCursor(last.id) : null })
}
