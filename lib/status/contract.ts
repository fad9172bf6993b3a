import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { ChainIdText, Timestamp } from '@/lib/contract/fields'

export const getHealth = read({
  operationId: 'getHealth',
  path: '/api/health',
  tag: 'Service',
  access: 'public',
  summary: 'Whether the service is alive, and its database answers.',
  description:
    'Any answer, 503 too, comes from a process that is alive: 503 says that the database is away, and to start the process again would not bring it back. For who decides whether to restart it.',
  returns: z.object({ ok: z.literal(true) }),
})

export const getReady = read({
  operationId: 'getReady',
  path: '/api/ready',
  tag: 'Service',
  access: 'public',
  summary: 'Whether this instance should be sent requests.',
  description:
    'It is 503 while the database does not answer, lacks a migration that this version needs, or the instance is about to end; its message says which. For load balancers.',
  returns: z.object({ ready: z.literal(true) }),
})

const ChainStatus = z
  .object({
    chainId: ChainIdText,
    label: z.string().meta({ example: 'Base' }),
    status: z.enum(['ok', 'slow', 'down']),
    blockNumber: z
      .string()
      .regex(/^\d+$/)
      .meta({ example: '31337' })
      .nullable()
      .meta({ description: 'Null when no provider answers.' }),
    latencyMs: z.int().nonnegative().nullable(),
    checkedAt: Timestamp,
  })
  .meta({ id: 'ChainStatus' })

export const getStatus = read({
  operationId: 'getStatus',
  path: '/api/v1/status',
  tag: 'Service',
  access: 'public',
  summary: 'Read how the providers of each configured chain are, and whether anything waits that nobody may judge.',
  description: 'Labels only, never an address of a provider. Asked anew at most every few seconds.',
  returns: z.object({
    degraded: z.boolean().meta({ description: 'Whether any chain is slow or down, or the storage takes no writes.' }),
    chains: z.array(ChainStatus),
    withoutVerifier: z.int().nonnegative().nullable().meta({
      description:
        'How many decisions and proofs wait that no wallet of the allowlist may judge; null while that cannot be read.',
    }),
  }),
})

export const runDeadlines = read({
  operationId: 'runDeadlines',
  path: '/api/cron/deadlines',
  tag: 'Service',
  access: 'cron',
  summary:
    'Persist the deadlines that have passed, tell of days that come, purge what has expired, settle what others left open.',
  description: 'For the platform that hosts the service: `Authorization: Bearer CRON_SECRET`, every 5 minutes.',
  returns: z.object({ transitions: z.int().nonnegative() }),
})

export const getOpenApi = read({
  operationId: 'getOpenApi',
  path: '/api/v1/openapi.json',
  tag: 'Service',
  access: 'public',
  summary: 'This description: OpenAPI 3.1.0.',
  constant: true,
  returns: z.object({ openapi: z.literal('3.1.0') }).loose(),
})
