import { hashOf } from '@/lib/agent-requests/stored'
import { newToken } from '@/lib/auth/token'
import { AGENT_REQUEST_TTL_MS } from '@/lib/contract/limits'
import { autocommit } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { uuidv7 } from '@/lib/id'

/** A write as a program asks a wallet for it. */
export interface AskedWrite {
  readonly operationId: string
  readonly method: string
  /** Its ids filled in. */
  readonly path: string
  /** JSON text. */
  readonly body: string
  /** What the program calls itself. */
  readonly agent: string
}

/** Keeps what a program asks for. @returns the handle, which is told once and kept nowhere. */
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

/** Ends a waiting request at its person's word, told by the program itself. */
export const declineAgentRequest = (handle: string, at: Date): Promise<void> =>
  autocommit.run(
    sql`UPDATE "AgentRequest" SET "stoppedAt" = ${at}, body = NULL
      WHERE "handleHash" = ${hashOf(handle)} AND "finishedAt" IS NULL AND "stoppedAt" IS NULL`,
  )
