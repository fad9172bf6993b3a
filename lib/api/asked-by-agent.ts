import { finishAgentRequest } from '@/lib/agent-requests/finish'
import type { CommandResult, WriteContext } from '@/lib/context'
import { jcsHash } from '@/lib/history/jcs'
import type { ApiRequest } from '@/lib/http/message'

type Command = (ctx: WriteContext) => Promise<CommandResult>

/** The parts of a write that must match the agent's request. */
export interface Asked {
  readonly path: string
  /** Whether the body in the agent's request is the body of this write. */
  isAsked(body: unknown): boolean
  /** The Idempotency-Key of the write; null for a step that only prepares. */
  readonly key: string | null
}

/**
 * Binds a write with the header `Agent-Request` to that request of an agent. Its transaction first locks the agent's
 * request and checks that it asks for exactly this write, then runs the command.
 */
export function askedByAgent(incoming: ApiRequest, asked: Asked, command: Command): Command {
  const handle = incoming.header('agent-request')
  if (handle === null) return command
  return async (ctx) => {
    await finishAgentRequest(ctx, { handle, method: incoming.method, ...asked })
    return command(ctx)
  }
}

/** Whether two bodies are the same JSON value. */
export const isSameBody = (sent: unknown) => (asked: unknown) => jcsHash(asked) === jcsHash(sent)
