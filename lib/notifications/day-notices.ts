import { allows } from '@/lib/machine/machine'
import { type MissionState, type MissionTrigger, missionMachine } from '@/lib/missions/states'
import { recordHref } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'

// What the schedule tells of days that come, or have passed.

/** A record whose day it is. */
export interface DayNotice<State = string> {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly contributor: string | null
  readonly state: State
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

/** What can still be done on a mission whose deadline has passed. */
function stillPossible(state: MissionState): string {
  const can = (trigger: MissionTrigger) => allows(missionMachine, state, trigger)
  const work = can('claim')
    ? 'Nobody may claim it now.'
    : can('submit-proof')
      ? 'Proof is still accepted, and marked late.'
      : 'The proof that waits is still reviewed.'
  const expiry = can('expire') ? ', and anybody may record that it expired' : ''
  return `${work} The owner may move the deadline or record the outcome${expiry}.`
}

/** Owner and contributor: the day of the mission's deadline. */
export const missionDay = ({
  id,
  title,
  owner,
  contributor,
  state,
  day,
  isOver,
}: DayNotice<MissionState>): Notice[] => {
  const notice = {
    kind: isOver ? 'mission-overdue' : 'mission-due',
    title: isOver ? 'A deadline has passed' : 'A deadline comes near',
    body: isOver
      ? `The deadline of “${title}” was ${day}. ${stillPossible(state)}`
      : `The deadline of “${title}” is the end of ${day} (UTC).`,
    href: recordHref({ kind: 'mission', id }),
  }
  return [owner, ...(contributor === null ? [] : [contributor])].map((wallet) => ({ wallet, ...notice }))
}
