import type { DiscussionView } from '@/lib/community/schemas'

/**
 * When a discussion last changed: the newest of its timestamps (ISO 8601).
 * @param challengeAt when its challenge last changed, if that counts too.
 */
export function changedAt({ link, proposals, posts }: DiscussionView, challengeAt = ''): string {
  const moments = [
    link?.linkedAt,
    link?.lastSync?.at,
    ...proposals.map(({ decidedAt }) => decidedAt),
    ...posts.map(({ sentAt }) => sentAt),
  ]
  return moments.reduce<string>((newest, moment) => (moment && moment > newest ? moment : newest), challengeAt)
}

export function newReplies(count: number): string {
  if (count === 0) return 'No new reply.'
  return count === 1 ? 'One new reply became a proposal.' : `${count} new replies became proposals.`
}
