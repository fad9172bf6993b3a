import { z } from 'zod'
import { read, write } from '@/lib/contract/endpoint'
import { Timestamp } from '@/lib/contract/fields'
import { EmptyBody } from '@/lib/contract/signed-step'

const tag = 'Notifications'

const PrivateFeedView = z
  .object({
    news: z.string().meta({ description: 'The address of the news, as Atom (RFC 4287).' }),
    deadlines: z.string().meta({ description: 'The address of the deadlines, as iCalendar (RFC 5545).' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'PrivateFeed' })
export type PrivateFeedView = z.infer<typeof PrivateFeedView>

export const getPrivateFeed = read({
  operationId: 'getPrivateFeed',
  path: '/api/v1/private-feed',
  tag,
  access: 'wallet',
  summary: 'Read the secret addresses of the caller’s own feeds.',
  description: 'Whoever knows an address reads the feed: no sign-in is asked for. Null where there is none.',
  returns: z.object({ privateFeed: PrivateFeedView.nullable() }),
})

export const renewPrivateFeed = write({
  operationId: 'renewPrivateFeed',
  path: '/api/v1/private-feed',
  tag,
  access: 'wallet',
  summary: 'Make the caller’s own feeds, at a new secret address.',
  description: 'The address before, if there was one, is nothing from now on. Read the new one afterwards.',
  body: EmptyBody,
  returns: z.object({ createdAt: Timestamp }),
  example: {},
})

export const revokePrivateFeed = write({
  operationId: 'revokePrivateFeed',
  path: '/api/v1/private-feed/revoke',
  tag,
  access: 'wallet',
  summary: 'End the caller’s own feeds.',
  body: EmptyBody,
  returns: z.object({ revoked: z.boolean().meta({ description: 'Whether there was one.' }) }),
  example: {},
})
