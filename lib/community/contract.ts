import { z } from 'zod'
import {
  AcceptProposal,
  ApprovePost,
  DiscussionView,
  LinkDiscussion,
  OutboxItemView,
  OutboxPage,
  OutboxQuery,
  QueuePost,
  SettlePost,
} from '@/lib/community/schemas'
import { read, write } from '@/lib/contract/endpoint'
import { DISCUSSION_RELINKS_MAX, OUTBOX_UNSETTLED_MAX } from '@/lib/contract/limits'
import { EmptyBody } from '@/lib/contract/signed-step'

const tag = 'Community platform'
const returnsItem = z.object({ item: OutboxItemView })
const ofOwner = { tag, access: 'owner', returns: DiscussionView } as const
const ofModerator = { tag, access: 'admin', limit: 'verifier', returns: returnsItem } as const

export const getDiscussion = read({
  operationId: 'getDiscussion',
  path: '/api/v1/challenges/{id}/musebook',
  tag,
  access: 'public',
  summary: 'Read where a challenge is discussed: the link, the imported proposals and the posts of the service.',
  returns: DiscussionView,
})

export const linkDiscussion = write({
  operationId: 'linkDiscussion',
  path: '/api/v1/challenges/{id}/musebook',
  ...ofOwner,
  summary: 'Link a challenge to its discussion on the community platform.',
  description: `The link may be changed until a reply was imported or a post was sent, and while no post of the thread is known on the connected platform, at most ${DISCUSSION_RELINKS_MAX} times.`,
  body: LinkDiscussion,
  example: { channel: 'lobby' },
})

export const syncDiscussion = write({
  operationId: 'syncDiscussion',
  path: '/api/v1/challenges/{id}/musebook/sync',
  ...ofOwner,
  limit: 'platform',
  summary: 'Read the linked thread; its replies become pending proposals.',
  description:
    'Oldest first, each reply once, at most 50 per challenge and 3 per Muse; what is left out is told in `link.lastSync`. A platform that does not answer is 503 and changes nothing.',
  body: EmptyBody,
  example: {},
})

export const acceptProposal = write({
  operationId: 'acceptProposal',
  path: '/api/v1/challenges/{id}/proposals/{pid}/accept',
  ...ofOwner,
  summary: "Record a proposal's post as a side's permanent response link.",
  body: AcceptProposal,
  example: { side: 'A' },
})

export const rejectProposal = write({
  operationId: 'rejectProposal',
  path: '/api/v1/challenges/{id}/proposals/{pid}/reject',
  ...ofOwner,
  limitOfModerator: 'verifier',
  summary: 'Reject a pending proposal; it stays on record.',
  description: 'A moderator may do so too. Refused (409) once the challenge has ended.',
  body: EmptyBody,
  example: {},
})

export const listPlatformPosts = read({
  operationId: 'listPlatformPosts',
  path: '/api/v1/platform-outbox',
  tag,
  access: 'public',
  seesMore: true,
  summary: 'List the posts that the service made, newest first.',
  description:
    'A signed-in wallet sees its own in every state too, a moderator all of them, with approvals and errors.',
  query: OutboxQuery,
  returns: OutboxPage,
})

export const queuePlatformPost = write({
  operationId: 'queuePlatformPost',
  path: '/api/v1/platform-outbox',
  tag,
  access: 'owner',
  limit: 'platform',
  summary: 'Queue the preview of a post; nothing is sent.',
  description: `By the owner of the challenge or mission with a linked Muse or at least 10 Seeds, or by a moderator. The service writes the text, and quotes what people wrote. 409 while ${OUTBOX_UNSETTLED_MAX} of its kind about the record are neither sent nor cancelled.`,
  body: QueuePost,
  returns: returnsItem,
  errors: ['forbidden', 'not_found', 'expired', 'conflict'],
  example: { kind: 'announce', challengeId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e', channel: 'lobby' },
})

export const approvePlatformPost = write({
  operationId: 'approvePlatformPost',
  path: '/api/v1/platform-outbox/{id}/approve',
  ...ofModerator,
  summary: 'Approve the exact payload that was reviewed.',
  description:
    'Refused (409) once the post no longer says what is so: the challenge has ended or has other deadlines, or the mission is in another state, or another thread was linked than the post goes to; then it is cancelled and queued anew. Sent at once if publishing is enabled; else it stays `approved`, and is sent only when it is approved again with publishing enabled. A post whose answer was lost is `uncertain` and never sent again by itself: it is looked for for a day, then a moderator settles it.',
  body: ApprovePost,
  example: { payloadHash: 'ab'.repeat(32) },
})

export const cancelPlatformPost = write({
  operationId: 'cancelPlatformPost',
  path: '/api/v1/platform-outbox/{id}/cancel',
  ...ofModerator,
  summary: 'Cancel a post that was not sent.',
  description:
    'An `uncertain` one only once the service has looked for it for a day (`lookedForUntil`); then the same kind may be queued anew.',
  body: EmptyBody,
  example: {},
})

export const settlePlatformPost = write({
  operationId: 'settlePlatformPost',
  path: '/api/v1/platform-outbox/{id}/settle',
  ...ofModerator,
  summary: 'Say where an uncertain post stands.',
  description:
    'Once the service has looked for it for a day (`lookedForUntil`). The post is read and compared with what was approved: author, channel, parent, time and words; 400 where it is another one, 503 while the platform cannot be read. A post that does not stand there is cancelled instead.',
  body: SettlePost,
  errors: ['forbidden', 'not_found', 'conflict'],
  example: { postUrl: 'https://community.example/board/lobby/42' },
})
