import type { PlatformInfo } from '@/components/discussion/platform-info'
import { type OutboxAccess, outboxRefusal, remedyOf } from '@/components/outbox/outbox-access'
import type { SessionView } from '@/lib/auth/schemas'
import { type ChallengeState, isFinal } from '@/lib/challenges/states'
import type { DiscussionView } from '@/lib/community/schemas'
import { PROPOSALS_MAX, PROPOSALS_PER_MUSE_MAX } from '@/lib/contract/limits'
import { isThreadElsewhere } from '@/lib/platform/post-path'
import type { Action } from '@/lib/turns/actions'

export type DiscussionActionName = 'link-thread' | 'sync' | 'announce'

/** The record behind the actions: the current discussion and its challenge. */
export interface DiscussionRecord {
  readonly updatedAt: string
  readonly discussion: DiscussionView
  readonly challenge: { readonly state: ChallengeState; readonly owner: string }
  readonly access: OutboxAccess
}

export function discussionActions(
  record: DiscussionRecord,
  viewer: SessionView,
  platform: PlatformInfo,
): readonly Action<DiscussionActionName>[] {
  const { link, proposals, posts } = record.discussion
  const isOwner = record.challenge.owner === viewer.address
  const general = generalRefusal(record, platform)
  const ownerOnly = isOwner ? null : 'Only the owner of this challenge may do this.'
  const announced = posts.some(({ kind }) => kind === 'announce')
  const elsewhere = elsewhereRefusal(link, platform)
  const isOpen = link?.threadUrl === null || elsewhere !== null
  const hasBegun = !isOpen && (proposals.length > 0 || announced)
  const unannounced =
    general ??
    outboxRefusal(isOwner, viewer, record.access, 'challenge') ??
    elsewhere ??
    (announced ? 'The announcement was sent already.' : null)
  return [
    {
      until: null,
      name: 'link-thread',
      title: link ? 'Link another thread' : 'Link the discussion',
      meaning: 'Name the channel, and a post of the thread if there is one already. It is public for good.',
      refusal: general ?? ownerOnly ?? (hasBegun ? 'The discussion has begun, so its link stays as it is.' : null),
      aside: true,
    },
    {
      until: null,
      name: 'sync',
      title: 'Read the thread now',
      meaning: `Replies become proposals, oldest first and each once: at most ${PROPOSALS_MAX} in all and ${PROPOSALS_PER_MUSE_MAX} by one Muse.`,
      refusal: general ?? ownerOnly ?? elsewhere ?? threadRefusal(link),
      // The first reading is the main action of a linked thread.
      aside: link?.lastSync != null,
    },
    {
      until: null,
      name: 'announce',
      title: 'Queue an announcement',
      meaning:
        'The service writes it. You and the moderators see a preview; it is sent only once a moderator approves.',
      refusal: unannounced,
      ...remedyOf(unannounced),
      aside: true,
    },
  ]
}

function generalRefusal({ challenge }: DiscussionRecord, { host }: PlatformInfo): string | null {
  if (host === null) return 'No community platform is connected to this service.'
  return isFinal(challenge.state) ? 'This challenge has ended.' : null
}

function elsewhereRefusal(link: DiscussionView['link'], { host }: PlatformInfo): string | null {
  if (!isThreadElsewhere(link?.threadUrl ?? null, host)) return null
  return `This thread is not known to be on ${host}: the owner links another one first.`
}

function threadRefusal(link: DiscussionView['link']): string | null {
  if (!link) return 'Link the discussion first.'
  return link.threadUrl ? null : 'No post of the thread is known yet: link one, or have the announcement sent.'
}
