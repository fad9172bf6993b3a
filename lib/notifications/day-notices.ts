import { recordHref } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'

// What the schedule tells of days that come, or have passed.

/** A record whose day it is. */
export interface DayNotice {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly contributor: string | null
  /** `YYYY-MM-DD`; it ends at 24:00 UTC. */
  readonly day: string
  readonly isOver: boolean
}

/** Owner: the day by which the community's decision is due. */
export const decisionDay = ({ id, title, owner, day, isOver }: DayNotice): Notice[] => [
  {
    wallet: owner,
    kind: isOver ? 'decision-overdue' : 'decision-due',
    title: isOver ? 'The decision is overdue' : 'The decision is due soon',
    body: isOver
      ? `The decision of “${title}” was due on ${day}. It is still accepted, and marked late; or give it more time.`
      : `The decision of “${title}” is due by the end of ${day} (UTC).`,
    href: recordHref({ kind: 'challenge', id }),
  },
]

/** Owner and contributor: the day of the mission's deadline. */
export const missionDay = ({ id, title, owner, contributor, day, isOver }: DayNotice): Notice[] => {
  const notice = {
    kind: isOver ? 'mission-overdue' : 'mission-due',
    title: isOver ? 'A deadline has passed' : 'A deadline comes near',
    body: isOver
      ? `The deadline of “${title}” was ${day}. Proof is still accepted, and marked late. The owner may move the deadline or record the outcome, and anybody may record that it expired.`
      : `The deadline of “${title}” is the end of ${day} (UTC).`,
    href: recordHref({ kind: 'mission', id }),
  }
  return [owner, ...(contributor === null ? [] : [contributor])].map((wallet) => ({ wallet, ...notice }))
}
