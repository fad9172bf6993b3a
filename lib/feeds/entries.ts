import { CHALLENGE_STATE_LABELS, sidesOf } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { AtomEntry } from '@/lib/feeds/atom'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'
import { saidBy } from '@/lib/text/quoted'

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

/** What the service says of a record, and then the owner's text, marked as quoted. */
const summaryOf = (words: string, owner: string, text: string) =>
  [words, '', ...saidBy('The owner', owner, text)].join('\n')

/** A challenge in the feed. @param base the site's origin. */
export function challengeEntry(challenge: ChallengeView, base: string): AtomEntry {
  const { word } = CHALLENGE_STATE_LABELS[challenge.state]
  const days = `Submissions until ${challenge.submissionDeadline}, decision due ${challenge.decisionDeadline} (24:00 UTC).`
  const summary = summaryOf(`${word}. ${sidesOf(challenge)}. ${days}`, challenge.owner, challenge.prompt)
  return entryOf(challenge, `${base}/challenges/${challenge.id}`, summary)
}

/** A mission in the feed. @param base the site's origin. */
export function missionEntry(mission: MissionView, base: string): AtomEntry {
  const { word } = MISSION_STATE_LABELS[mission.state]
  const summary = summaryOf(`${word}. Deadline ${mission.deadline} (24:00 UTC).`, mission.owner, mission.summary)
  return entryOf(mission, `${base}/missions/${mission.id}`, summary)
}
