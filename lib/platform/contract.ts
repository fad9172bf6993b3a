import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { ImportQuery, PlatformStatusView, PostPreview } from '@/lib/platform/schemas'

export const importPost = read({
  operationId: 'importPost',
  path: '/api/import',
  tag: 'Earlier interface',
  access: 'public',
  limit: 'platform',
  summary: 'Check the URL of a public community post and read its preview.',
  description: 'Only posts of the connected platform: nothing else is ever fetched. 503 while it cannot be read.',
  query: ImportQuery,
  returns: z.object({ preview: PostPreview }),
  errors: ['not_found'],
})

export const getPlatformStatus = read({
  operationId: 'getPlatformStatus',
  path: '/api/v1/platform-status',
  tag: 'Community platform',
  access: 'public',
  summary: 'How the connector to the community platform is.',
  description: 'It contains no keys, signatures or nonces.',
  returns: PlatformStatusView,
})
