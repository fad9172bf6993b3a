import { z } from 'zod'
import type { AgentRequestView } from '@/lib/agent-requests/schemas'
import { newToken } from '@/lib/auth/token'
import { AGENT_REQUEST_TTL_MS } from '@/lib/contract/limits'
import { autocommit } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, expired, forbidden } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'

/** The database stores only the hash of a handle. */
export const hashOf = (handle: string): string => sha256Hex(`agent-request ${handle}`)

/**
 * The hash of each field of a request with its handle, which is stored nowhere: it tells whoever has the handle whether a field
 * is the requested one, and nobody else what was requested.
 */
export const hashFields = (handle: string, fields: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      sha256Hex(`agent-request-field ${handle} ${name} ${JSON.stringify(value)}`),
    ]),
  )

/** A row of "AgentRequest". */
export const StoredRequest = z.object({
  id: z.string(),
  operationId: z.string(),
  method: z.enum(['POST', 'PATCH']),
  path: z.string(),
  /** JSON text of the requested fields; null once it has ended. */
  body: z.string().nullable(),
  /** JSON text of their hashes, once it is finished. */
  fieldHashes: z.string().nullable(),
  agent: z.string(),
  wallet: z.string().nullable(),
  key: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
  finishedAt: z.date().nullable(),
  stoppedAt: z.date().nullable(),
})
export type StoredRequest = z.infer<typeof StoredRequest>

export const COLUMNS = StoredRequest.keyof()
  .options.map((column) => `a."${column}"`)
  .join(', ')

export function stateOf({ finishedAt, stoppedAt, expiresAt }: StoredRequest, at: Date): AgentRequestView['state'] {
  if (finishedAt) return 'finished'
  if (stoppedAt) return 'stopped'
  return expiresAt <= at ? 'expired' : 'waiting'
}

/** A request in the list of its wallet. */
export const viewOf = (row: StoredRequest, at: Date): AgentRequestView => ({
  id: row.id,
  operationId: row.operationId,
  agent: row.agent,
  state: stateOf(row, at),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

/** @throws Refusal `conflict` or `expired` with the reason why the request is closed. */
export function requireWaiting(row: StoredRequest, at: Date): void {
  const state = stateOf(row, at)
  if (state === 'finished') throw conflict('This request of an agent is finished: it acts once.')
  if (state === 'stopped') throw conflict('This request of an agent was stopped. Have the agent ask anew.')
  if (state === 'expired') throw expired('This request of an agent has run out. Have the agent ask anew.')
}

/** @throws Refusal `forbidden` when another wallet has taken the request. */
export function requireTaker(row: StoredRequest, wallet: string): void {
  if (row.wallet !== null && row.wallet !== wallet)
    throw forbidden('Another wallet opened this request first. Sign in as that one, or have the agent ask anew.')
}

/** A write that a program requests from a wallet. */
export interface AskedWrite {
  readonly operationId: string
  readonly method: string
  /** With the ids filled in. */
  readonly path: string
  /** JSON text. */
  readonly body: string
  /** The name that the program gives itself. */
  readonly agent: string
}

/** Stores a request. @returns the handle, which is given out once and never stored. */
export async function makeAgentRequest(asked: AskedWrite, at: Date): Promise<{ handle: string; expiresAt: Date }> {
  const handle = newToken()
  const expiresAt = new Date(at.getTime() + AGENT_REQUEST_TTL_MS)
  await autocommit.run(
    sql`INSERT INTO "AgentRequest" (id, "handleHash", "operationId", method, path, body, agent, "createdAt", "expiresAt")
      VALUES (${uuidv7(at.getTime())}::uuid, ${hashOf(handle)}, ${asked.operationId}, ${asked.method}, ${asked.path},
        ${asked.body}, ${asked.agent}, ${at}, ${expiresAt})`,
  )
  return { handle, expiresAt }
}

/** Ends a waiting request because the program reports that its user declined. */
export const declineAgentRequest = (handle: string, at: Date): Promise<void> =>
  autocommit.run(
    sql`UPDATE "AgentRequest" SET "stoppedAt" = ${at}, body = NULL
      WHERE "handleHash" = ${hashOf(handle)} AND "finishedAt" IS NULL AND "stoppedAt" IS NULL`,
  )
