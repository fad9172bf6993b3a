import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { AtomEntry } from '@/lib/feeds/atom'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'

/** A challenge in the feed. @param base the site's origin. */
export function challengeEntry(challenge: ChallengeView, base: string): AtomEntry {
  const { word } = CHALLENGE_STATE_LABELS[challenge.state]
  const sides = `${challenge.contenderA} versus ${challenge.contenderB}`
  const days = `Submissions until ${challenge.submissionDeadline}, decision due ${challenge.decisionDeadline} (24:00 UTC).`
  return {
    uuid: challenge.id,
    title: challenge.title,
    url: `${base}/challenges/${challenge.id}`,
    publishedAt: challenge.createdAt,
    updatedAt: challenge.updatedAt,
    author: challenge.owner,
    category: challenge.state,
    summary: `${word}. ${sides}.\n\n${challenge.prompt}\n\n${days}`,
  }
}

/** A mission in the feed. @param base the site's origin. */
export function missionEntry(mission: MissionView, base: string): AtomEntry {
  const { word } = MISSION_STATE_LABELS[mission.state]
  return {
    uuid: mission.id,
    title: mission.title,
    url: `${base}/missions/${mission.id}`,
    publishedAt: mission.createdAt,
    updatedAt: mission.updatedAt,
    author: mission.owner,
    category: mission.state,
    summary: `${word}.\n\n${mission.summary}\n\nDeadline ${mission.deadline} (24:00 UTC).`,
  }
}
