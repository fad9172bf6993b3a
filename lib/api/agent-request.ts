import { type Finishing, finishAgentRequest } from '@/lib/agent-requests/finish'
import type { CommandResult, WriteContext } from '@/lib/context'
import type { ApiRequest } from '@/lib/http/message'
import { isSameJson } from '@/lib/json'

type Command = (ctx: WriteContext) => Promise<CommandResult>

/**
 * Binds a write with the header `Agent-Request` to that request of an agent. Its transaction first locks the agent's
 * request and checks that it asks for exactly this write, then runs the command.
 */
export function forAgentRequest(
  incoming: ApiRequest,
  write: Omit<Finishing, 'handle' | 'method'>,
  command: Command,
): Command {
  const handle = incoming.header('agent-request')
  if (handle === null) return command
  return async (ctx) => {
    await finishAgentRequest(ctx, { handle, method: incoming.method, ...write })
    return command(ctx)
  }
}

/** Whether two bodies are the same JSON value. */
export const isSameBody = (sent: unknown) => (requested: unknown) => isSameJson(requested, sent)
