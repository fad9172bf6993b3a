import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'

export const getHealth = read({
  operationId: 'getHealth',
  path: '/api/health',
  tag: 'Service',
  access: 'public',
  summary: 'Whether the database answers.',
  returns: z.object({ ok: z.literal(true) }),
})

export const runDeadlines = read({
  operationId: 'runDeadlines',
  path: '/api/cron/deadlines',
  tag: 'Service',
  access: 'cron',
  summary: 'Persist the deadlines that have passed, purge what has expired, and settle what the platform left open.',
  description: 'For the platform that hosts the service: `Authorization: Bearer CRON_SECRET`, every 5 minutes.',
  returns: z.object({ transitions: z.int().nonnegative() }),
})

export const getOpenApi = read({
  operationId: 'getOpenApi',
  path: '/api/v1/openapi.json',
  tag: 'Service',
  access: 'public',
  summary: 'This description: OpenAPI 3.1.0.',
  returns: z.object({ openapi: z.literal('3.1.0') }).loose(),
})
