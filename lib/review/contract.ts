import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { QueuedView } from '@/lib/review/schemas'

export const listWaiting = read({
  operationId: 'listWaiting',
  path: '/api/v1/review',
  tag: 'Proof and reviews',
  access: 'public',
  seesMore: true,
  summary: 'List what waits for a verifier: decisions and proofs, the oldest first.',
  description: 'A signed-in wallet is told of each why it may not judge it.',
  query: PageQuery,
  returns: z.object({ items: z.array(QueuedView), nextCursor: NextCursor }),
})
