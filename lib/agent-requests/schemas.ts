import { z } from 'zod'
import { Id, Timestamp, Wallet } from '@/lib/contract/fields'

export const AgentRequestView = z
  .object({
    id: Id,
    operationId: z.string().meta({ description: 'The operation of this document that it asks for.' }),
    agent: z.string().meta({ description: 'What the program calls itself. Nobody has checked it.' }),
    state: z.enum(['waiting', 'finished', 'stopped', 'expired']),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'AgentRequest' })
export type AgentRequestView = z.infer<typeof AgentRequestView>

export const OpenedAgentRequest = AgentRequestView.extend({
  wallet: Wallet.nullable().meta({
    description:
      'Whose it is: the wallet that opened it first while signed in. Only that wallet is told; otherwise null.',
  }),
  summary: z.string().meta({ description: 'What the operation does.' }),
  isSigned: z.boolean().meta({ description: 'Whether it is signed: two calls on one path.' }),
  method: z.enum(['POST', 'PATCH']),
  path: z.string().meta({ description: 'Where the write is sent, its ids filled in.' }),
  body: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'What the write is sent with, as the program asked. Null once nothing can be done with it.' }),
}).meta({ id: 'OpenedAgentRequest' })
export type OpenedAgentRequest = z.infer<typeof OpenedAgentRequest>
