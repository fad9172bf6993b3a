import { finishAgentRequest } from '@/lib/agent-requests/finish'
import type { CommandResult, WriteContext } from '@/lib/context'
import { jcsHash } from '@/lib/history/jcs'
import type { ApiRequest } from '@/lib/http/message'

type Command = (ctx: WriteContext) => Promise<CommandResult>

/** What of a write an agent has asked for. */
export interface Asked {
  readonly path: string
  /** Whether the body that was asked for is what this write says. */
  isAsked(body: unknown): boolean
  /** The key of the write; null for a step that only prepares. */
  readonly key: string | null
}

/**
 * Binds a write to what an agent asked for, where it carries `Agent-Request`: in its transaction, before anything else, the
 * request is held and found to ask for exactly this.
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
