import { CHALLENGE_STATE_LABELS, sidesOf } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { AtomEntry } from '@/lib/feeds/atom'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'

const entryOf = (record: ChallengeView | MissionView, url: string, summary: string): AtomEntry => ({
  uuid: record.id,
  title: record.title,
  url,
  publishedAt: record.createdAt,
  updatedAt: record.updatedAt,
  author: record.owner,
  category: record.state,
  summary,
})

/** A challenge in the feed. @param base the site's origin. */
export function challengeEntry(challenge: ChallengeView, base: string): AtomEntry {
  const { word } = CHALLENGE_STATE_LABELS[challenge.state]
  const days = `Submissions until ${challenge.submissionDeadline}, decision due ${challenge.decisionDeadline} (24:00 UTC).`
  const summary = `${word}. ${sidesOf(challenge)}.\n\n${challenge.prompt}\n\n${days}`
  return entryOf(challenge, `${base}/challenges/${challenge.id}`, summary)
}

/** A mission in the feed. @param base the site's origin. */
export function missionEntry(mission: MissionView, base: string): AtomEntry {
  const { word } = MISSION_STATE_LABELS[mission.state]
  const summary = `${word}.\n\n${mission.summary}\n\nDeadline ${mission.deadline} (24:00 UTC).`
  return entryOf(mission, `${base}/missions/${mission.id}`, summary)
}
