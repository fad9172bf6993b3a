import { z } from 'zod'
import type { AgentRequestView } from '@/lib/agent-requests/schemas'
import { conflict, expired, forbidden } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'

/** The database knows the hash of a handle alone. */
export const hashOf = (handle: string): string => sha256Hex(`agent-request ${handle}`)

/** A row of `AgentRequest` as it is read everywhere. */
export const StoredRequest = z.object({
  id: z.string(),
  operationId: z.string(),
  method: z.enum(['POST', 'PATCH']),
  path: z.string(),
  body: z.string().nullable(),
  agent: z.string(),
  wallet: z.string().nullable(),
  key: z.string().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
  finishedAt: z.date().nullable(),
  stoppedAt: z.date().nullable(),
})
export type StoredRequest = z.infer<typeof StoredRequest>

export const COLUMNS =
  'a.id, a."operationId", a.method, a.path, a.body, a.agent, a.wallet, a.key, a."createdAt", a."expiresAt", a."finishedAt", a."stoppedAt"'

type Ends = Pick<StoredRequest, 'finishedAt' | 'stoppedAt' | 'expiresAt'>

/** What became of a request so far. */
export function stateOf({ finishedAt, stoppedAt, expiresAt }: Ends, at: Date): AgentRequestView['state'] {
  if (finishedAt) return 'finished'
  if (stoppedAt) return 'stopped'
  return expiresAt <= at ? 'expired' : 'waiting'
}

/** A request as its wallet sees it in the list. */
export const viewOf = (row: StoredRequest, at: Date): AgentRequestView => ({
  id: row.id,
  operationId: row.operationId,
  agent: row.agent,
  state: stateOf(row, at),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

/** @throws Refusal that says why nothing can be done with a request any more. */
export function requireWaiting(row: StoredRequest, at: Date): void {
  const state = stateOf(row, at)
  if (state === 'finished') throw conflict('This request of an agent is finished: it acts once.')
  if (state === 'stopped') throw conflict('This request of an agent was stopped. Have the agent ask anew.')
  if (state === 'expired') throw expired('This request of an agent has run out. Have the agent ask anew.')
}

/** @throws Refusal `forbidden` where another wallet has taken it. */
export function requireTaker(row: StoredRequest, wallet: string): void {
  if (row.wallet !== null && row.wallet !== wallet)
    throw forbidden('Another wallet opened this request first. Sign in as that one, or have the agent ask anew.')
}
