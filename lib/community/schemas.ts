import { z } from 'zod'
import { OUTBOX_KINDS, OUTBOX_STATES, PROPOSAL_STATUSES } from '@/lib/community/states'
import { Id, Label, LongText, NextCursor, PostUrl, Sha256, Side, Timestamp, Wallet } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { MISSION_STATES } from '@/lib/missions/states'

export const Channel = Label.meta({ description: 'A channel of the platform.', example: 'lobby' })

export const LinkDiscussion = z
  .object({
    channel: Channel,
    originPostUrl: PostUrl.optional().meta({
      description: 'A post of the thread. Without it the thread begins with the announcement that the service posts.',
    }),
  })
  .meta({ id: 'LinkDiscussion' })

export const AcceptProposal = z.object({ side: Side }).meta({ id: 'AcceptProposal' })

const recordId = (name: string) =>
  z
    .string({ error: `This field must be the id of a ${name}.` })
    .optional()
    .meta({ format: 'uuid' })

export const QueuePost = z
  .object({
    kind: z.enum(OUTBOX_KINDS),
    challengeId: recordId('challenge').meta({ description: 'For `announce`.' }),
    missionId: recordId('mission').meta({ description: 'For `mission-update` and `receipt`.' }),
    channel: Channel.optional().meta({ description: 'By default the channel of the linked thread.' }),
    state: z
      .enum(MISSION_STATES)
      .optional()
      .meta({ description: 'For `mission-update`: the state that the mission is in.' }),
    summary: LongText.optional().meta({ description: 'For `mission-update`: what there is to tell.' }),
  })
  .refine((post) => post.kind !== 'announce' || post.challengeId !== undefined, {
    error: 'An announcement names a challenge.',
    path: ['challengeId'],
  })
  .refine((post) => post.kind === 'announce' || post.missionId !== undefined, {
    error: 'This kind of post names a mission.',
    path: ['missionId'],
  })
  .refine((post) => post.kind !== 'mission-update' || post.summary !== undefined, {
    error: 'An update says what there is to tell.',
    path: ['summary'],
  })
  .meta({ id: 'QueuePost' })

export const ApprovePost = z
  .object({
    payloadHash: z
      .string({ error: 'This field must be the SHA-256 of the payload.' })
      .regex(/^[0-9a-fA-F]{64}$/, 'This field must be a SHA-256: 64 hex digits.')
      .toLowerCase()
      .meta({ description: 'SHA-256 (hex) of the exact payload that was reviewed.', example: 'ab'.repeat(32) }),
  })
  .meta({ id: 'ApprovePost' })

export const SettlePost = z
  .object({
    postUrl: PostUrl.meta({ description: 'Where the post stands: it is read, and compared with the payload.' }),
  })
  .meta({ id: 'SettlePost' })

export const OutboxQuery = PageQuery

const PostId = z
  .string()
  .regex(/^\d{1,15}$/)
  .meta({ description: 'The id of a post on the platform.', example: '42' })

/** The result of the last import. */
const SyncResult = z
  .object({
    at: Timestamp,
    status: z.enum(['complete', 'partial']),
    imported: z.int().nonnegative().meta({ description: 'Replies that became proposals.' }),
    message: z.string().nullable().meta({ description: 'What was left out, and why.' }),
  })
  .meta({ id: 'DiscussionSync' })

const DiscussionLinkView = z
  .object({
    challengeId: Id,
    channel: z.string(),
    originPostUrl: z.string().nullable(),
    threadUrl: z.string().nullable().meta({ description: 'Null until a post of the thread is known.' }),
    linkedBy: Wallet,
    linkedAt: Timestamp,
    lastSync: SyncResult.nullable(),
  })
  .meta({ id: 'DiscussionLink' })

const ProposalView = z
  .object({
    id: Id,
    museId: z.string().meta({ example: 'muse_1j335p3a14' }),
    authorName: z.string().meta({ description: 'As the platform shows it; unverified.' }),
    text: z.string(),
    url: z.string(),
    postId: PostId,
    postedAt: Timestamp,
    status: z.enum(PROPOSAL_STATUSES),
    side: Side.nullable().meta({ description: 'The side that it became the response of.' }),
    decidedBy: Wallet.nullable(),
    decidedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Proposal', description: 'A reply of the linked thread. Reactions are never votes.' })

const ThreadPostView = z
  .object({
    id: Id.meta({ description: 'The id of the outbox item.' }),
    kind: z.enum(OUTBOX_KINDS),
    text: z.string(),
    url: z.string(),
    postId: PostId,
    sentAt: Timestamp,
  })
  .meta({ id: 'ThreadPost' })

/** `{link, proposals, posts}` of a challenge. */
export const DiscussionView = z
  .object({
    link: DiscussionLinkView.nullable(),
    proposals: z.array(ProposalView).meta({ description: 'Oldest first.' }),
    posts: z.array(ThreadPostView).meta({ description: 'What the service posted about the challenge, oldest first.' }),
  })
  .meta({ id: 'Discussion' })

export type DiscussionView = z.infer<typeof DiscussionView>

export const OutboxItemView = z
  .object({
    id: Id,
    kind: z.enum(OUTBOX_KINDS),
    state: z.enum(OUTBOX_STATES),
    challengeId: Id.nullable(),
    missionId: Id.nullable(),
    channel: z.string(),
    parentPostId: PostId.nullable(),
    text: z.string(),
    payload: z.string().meta({ description: 'The exact text under review: the signed fields as JSON (RFC 8785).' }),
    payloadHash: Sha256.meta({ description: 'SHA-256 (hex) of `payload` in UTF-8.' }),
    postId: PostId.nullable(),
    url: z.string().nullable(),
    createdBy: Wallet,
    createdAt: Timestamp,
    sentAt: Timestamp.nullable(),
    attempts: z.int().nonnegative(),
    lookedForUntil: Timestamp.nullable().meta({
      description:
        'Of an `uncertain` post: until when the service looks for it by itself. Then a moderator settles it.',
    }),
    approvals: z
      .array(z.object({ approvedBy: Wallet, approvedAt: Timestamp, payloadHash: Sha256 }))
      .nullable()
      .meta({ description: 'For moderators; null for everybody else.' }),
    errors: z
      .array(z.object({ at: Timestamp, message: z.string() }))
      .nullable()
      .meta({ description: 'For moderators; null for everybody else.' }),
  })
  .meta({ id: 'OutboxItem' })

export type OutboxItemView = z.infer<typeof OutboxItemView>

export const OutboxPage = z.object({ items: z.array(OutboxItemView), nextCursor: NextCursor })
