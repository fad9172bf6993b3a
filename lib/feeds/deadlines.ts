import { sidesOf } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { LINKING_STATES } from '@/lib/challenges/states'
import type { Calendar, CalendarDeadline } from '@/lib/feeds/calendar'
import type { ShownHistory } from '@/lib/history/schemas'
import type { MissionView } from '@/lib/missions/schemas'
import { HAS_ENDED, hasOpenTerms, isOpen, type MissionState, takesMilestones } from '@/lib/missions/states'

type Changed = Pick<ShownHistory, 'historySeq'>

export interface Site {
  /** The service's display name. */
  readonly name: string
  /** The site's origin. */
  readonly base: string
}

const calendarOf = (
  record: Pick<ChallengeView | MissionView, 'title' | 'updatedAt'> & Changed,
  { name }: Site,
  url: string,
  deadlines: readonly Omit<CalendarDeadline, 'url'>[],
): Calendar => ({
  name: `${record.title} (${name})`,
  product: name,
  updatedAt: record.updatedAt,
  sequence: record.historySeq,
  deadlines: deadlines.map((deadline) => ({ ...deadline, url })),
})

export function challengeCalendar(challenge: ChallengeView & Changed, site: Site): Calendar {
  const url = `${site.base}/challenges/${challenge.id}`
  const stateOf = (isOver: boolean) => (challenge.cancellation ? 'cancelled' : isOver ? 'over' : 'due')
  return calendarOf(challenge, site, url, [
    {
      uid: `${challenge.id}-submissions`,
      summary: `Submissions close: ${challenge.title}`,
      description: `${sidesOf(challenge)}. Response links and the discussion end at 24:00 UTC.\n${url}`,
      day: challenge.submissionDeadline,
      state: stateOf(!LINKING_STATES.includes(challenge.state)),
    },
    {
      uid: `${challenge.id}-decision`,
      summary: `Decision due: ${challenge.title}`,
      description: `${sidesOf(challenge)}. The owner records what the community decided; later is accepted and marked late.\n${url}`,
      day: challenge.decisionDeadline,
      state: stateOf(challenge.decision !== null),
    },
  ])
}

/** What the end of a mission's day means for it. */
function meaningOf(state: MissionState): string {
  if (!isOpen(state)) return HAS_ENDED
  if (!takesMilestones(state)) return 'Every required milestone is verified, so nothing is due by this day any more.'
  const later = hasOpenTerms(state)
    ? 'Nobody may claim it later;'
    : 'Proof that is submitted later is marked late; while none waits for a verifier,'
  return `Until 24:00 UTC. ${later} anybody may then record that the mission has expired.`
}

type DatedMission = Pick<MissionView, 'id' | 'state' | 'title' | 'deadline' | 'updatedAt'> & Changed

export function missionCalendar(mission: DatedMission, site: Site): Calendar {
  const url = `${site.base}/missions/${mission.id}`
  return calendarOf(mission, site, url, [
    {
      uid: `${mission.id}-deadline`,
      summary: `Mission deadline: ${mission.title}`,
      description: `${meaningOf(mission.state)}\n${url}`,
      day: mission.deadline,
      state: takesMilestones(mission.state) ? 'due' : 'over',
    },
  ])
}
