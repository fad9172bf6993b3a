import { makeAgentRequest } from '@/lib/agent-requests/stored'
import { now } from '@/lib/clock'
import type { Actor } from '@/tests/support/client'

/** What a program without a token asks a wallet for, as the MCP server keeps it. @returns its handle. */
export async function askedByProgram(body = '{}'): Promise<string> {
  const write = { operationId: 'createChallenge', method: 'POST', path: '/api/v1/challenges', body }
  return (await makeAgentRequest({ ...write, agent: 'Tester' }, now())).handle
}

/** The same, taken by a wallet. @returns its id. */
export async function takenBy(wallet: Actor): Promise<string> {
  const handle = await askedByProgram()
  const options = { headers: { 'dry-run': '?0' } }
  return (await wallet.post('/api/v1/agent-requests/open', { handle }, options)).body.agentRequest.id
}
