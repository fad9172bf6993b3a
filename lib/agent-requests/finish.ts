import {
  COLUMNS,
  hashFields,
  hashOf,
  requireTaker,
  requireWaiting,
  StoredRequest,
  viewOf,
} from '@/lib/agent-requests/stored'
import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import type { EmptyBody } from '@/lib/contract/signed-step'
import { findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { conflict, notFound } from '@/lib/errors'

/** The write with which a wallet finishes a request of an agent. */
export interface Finishing {
  readonly handle: string
  readonly method: string
  readonly path: string
  /** Whether the body is the requested one. */
  matches(body: unknown): boolean
  /** The Idempotency-Key of the write; null for a step that only prepares. */
  readonly key: string | null
}

/**
 * Finishes a request of an agent. The write must be exactly the requested one, by the wallet that took the request. The
 * request is locked until the transaction ends, so that only one of two concurrent writes finishes it.
 * @throws Refusal 404, 403, 409 or 410, which rolls the write back.
 */
export async function finishAgentRequest(ctx: WriteContext, finishing: Finishing): Promise<void> {
  const row = await findOne(
    ctx.tx,
    sql`SELECT ${raw(COLUMNS)} FROM "AgentRequest" a WHERE a."handleHash" = ${hashOf(finishing.handle)} FOR UPDATE`,
    StoredRequest,
  )
  if (!row) throw notFound('There is no such request of an agent.')
  requireTaker(row, ctx.caller.wallet)
  requireWaiting(row, ctx.at)
  const asked = JSON.parse(row.body ?? 'null')
  const isRequested = row.method === finishing.method && row.path === finishing.path && finishing.matches(asked)
  if (!isRequested) throw conflict('The agent asked for something else than this.')
  const done = finishing.key !== null
  // What was asked is forgotten, and still told from another call by the program that has the handle.
  const hashes = done ? JSON.stringify(hashFields(finishing.handle, asked)) : null
  ctx.tx.pipeline(
    sql`UPDATE "AgentRequest" SET wallet = ${ctx.caller.wallet}, key = ${finishing.key},
      "finishedAt" = ${done ? ctx.at : null}, body = ${done ? null : row.body}, "fieldHashes" = ${hashes} WHERE id = ${row.id}::uuid`,
  )
}

/**
 * Stops a request to the caller.
 * @throws Refusal `not_found`, also for another wallet's; `conflict` when it has ended.
 */
export async function stopAgentRequest(
  ctx: WriteContext,
  { params }: Pick<OnRecord<typeof EmptyBody>, 'params'>,
): Promise<CommandResult> {
  const row = await findOne(
    ctx.tx,
    sql`SELECT ${raw(COLUMNS)} FROM "AgentRequest" a WHERE a.id = ${params.id}::uuid AND a.wallet = ${ctx.caller.wallet} FOR UPDATE`,
    StoredRequest,
  )
  if (!row) throw notFound('There is no such request of an agent.')
  if (row.expiresAt <= ctx.at && !row.finishedAt && !row.stoppedAt)
    throw conflict('This request of an agent has run out already.')
  requireWaiting(row, ctx.at)
  ctx.tx.pipeline(sql`UPDATE "AgentRequest" SET "stoppedAt" = ${ctx.at}, body = NULL WHERE id = ${row.id}::uuid`)
  const agentRequest = viewOf({ ...row, stoppedAt: ctx.at }, ctx.at)
  return { show: sql`(${JSON.stringify({ agentRequest })}::text)` }
}
