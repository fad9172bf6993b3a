import type { ChallengeView } from '@/lib/challenges/schemas'
import type { Calendar } from '@/lib/feeds/calendar'
import type { ShownHistory } from '@/lib/history/schemas'
import type { MissionView } from '@/lib/missions/schemas'

/** How often a record changed. */
type Changed = Pick<ShownHistory, 'historySeq'>

/** Where a file is made for. */
export interface Site {
  /** The service's display name. */
  readonly name: string
  /** The site's origin. */
  readonly base: string
}

export function challengeCalendar(challenge: ChallengeView & Changed, { name, base }: Site): Calendar {
  const url = `${base}/challenges/${challenge.id}`
  const cancelled = challenge.cancellation !== null
  const sides = `${challenge.contenderA} versus ${challenge.contenderB}.`
  return {
    name: `${challenge.title} (${name})`,
    product: name,
    updatedAt: challenge.updatedAt,
    sequence: challenge.historySeq,
    deadlines: [
      {
        uid: `${challenge.id}-submissions`,
        summary: `Submissions close: ${challenge.title}`,
        description: `${sides} Response links and the discussion end at 24:00 UTC.\n${url}`,
        url,
        day: challenge.submissionDeadline,
        cancelled,
      },
      {
        uid: `${challenge.id}-decision`,
        summary: `Decision due: ${challenge.title}`,
        description: `${sides} The owner records what the community decided; later is accepted and marked late.\n${url}`,
        url,
        day: challenge.decisionDeadline,
        cancelled,
      },
    ],
  }
}

export function missionCalendar(mission: MissionView & Changed, { name, base }: Site): Calendar {
  const url = `${base}/missions/${mission.id}`
  return {
    name: `${mission.title} (${name})`,
    product: name,
    updatedAt: mission.updatedAt,
    sequence: mission.historySeq,
    deadlines: [
      {
        uid: `${mission.id}-deadline`,
        summary: `Mission deadline: ${mission.title}`,
        description: `Every required milestone needs a verified proof by 24:00 UTC.\n${url}`,
        url,
        day: mission.deadline,
        cancelled: false,
      },
    ],
  }
}
