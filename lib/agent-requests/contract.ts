import { z } from 'zod'
import { AgentRequestView, OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import { call, read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { AGENT_REQUEST_TTL_MS } from '@/lib/contract/limits'
import { PageQuery } from '@/lib/contract/list'
import { EmptyBody } from '@/lib/contract/signed-step'
import { inMinutes } from '@/lib/durations'

const tag = 'Sign-in'

/** 256 bits in base64url. */
const Handle = z
  .string({ error: 'This field must be a handle.' })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This field must be a handle.')
  .meta({ example: 'A'.repeat(43) })

export const openAgentRequest = call({
  operationId: 'openAgentRequest',
  path: '/api/v1/agent-requests/open',
  tag,
  access: 'public',
  viewer: true,
  status: 200,
  summary: 'Read what a program without a token asks a wallet for.',
  description: `The program got the handle from the MCP server. A signed-in wallet that opens it first takes it: no other wallet opens or finishes it. Without a session, who holds the handle reads what is asked for, and not whose it is. It is finished by the write itself, at \`path\` with \`body\` and the header \`Agent-Request\`, within ${inMinutes(AGENT_REQUEST_TTL_MS)} minutes and once.`,
  body: z.object({ handle: Handle }),
  returns: z.object({ agentRequest: OpenedAgentRequest }),
  errors: ['forbidden', 'not_found'],
  example: { handle: 'A'.repeat(43) },
})

export const listAgentRequests = read({
  operationId: 'listAgentRequests',
  path: '/api/v1/agent-requests',
  tag,
  access: 'wallet',
  summary: 'Read what programs without a token asked the caller for, newest first.',
  query: PageQuery,
  returns: z.object({ agentRequests: z.array(AgentRequestView), nextCursor: NextCursor }),
})

export const stopAgentRequest = write({
  operationId: 'stopAgentRequest',
  path: '/api/v1/agent-requests/{id}/stop',
  tag,
  access: 'wallet',
  summary: 'Stop what a program without a token asked the caller for.',
  description: 'The program is told so. 409 once it is finished, stopped or has run out.',
  body: EmptyBody,
  returns: z.object({ agentRequest: AgentRequestView }),
  errors: ['not_found', 'conflict'],
  example: {},
})
