import { recordHref } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'

// What the schedule tells of days that come, or have passed.

/** A record whose day it is. */
export interface DayNotice {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly contributor: string | null
  /** What can be done once it has passed, in the words of a notice. */
  readonly possible: string
  /** `YYYY-MM-DD`; it ends at 24:00 UTC. */
  readonly day: string
  readonly isOver: boolean
}

/** Owner: the day by which the community's decision is due. */
export const decisionDay = ({ id, title, owner, day, possible, isOver }: DayNotice): Notice[] => [
  {
    wallet: owner,
    kind: isOver ? 'decision-overdue' : 'decision-due',
    title: isOver ? 'The decision is overdue' : 'The decision is due soon',
    body: isOver
      ? `The decision of “${title}” was due on ${day}. ${possible}`
      : `The decision of “${title}” is due by the end of ${day} (UTC).`,
    href: recordHref({ kind: 'challenge', id }),
  },
]

/** Owner and contributor: the day of the mission's deadline. */
export const missionDay = ({ id, title, owner, contributor, day, possible, isOver }: DayNotice): Notice[] => {
  const notice = {
    kind: isOver ? 'mission-overdue' : 'mission-due',
    title: isOver ? 'A deadline has passed' : 'A deadline comes near',
    body: isOver
      ? `The deadline of “${title}” was ${day}. ${possible}`
      : `The deadline of “${title}” is the end of ${day} (UTC).`,
    href: recordHref({ kind: 'mission', id }),
  }
  return [owner, ...(contributor === null ? [] : [contributor])].map((wallet) => ({ wallet, ...notice }))
}
