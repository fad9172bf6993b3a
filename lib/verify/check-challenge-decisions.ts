import { checkEventVerdict } from '@/lib/verify/check-event-verdict'
import { type Events, isErasedEvent, isWithheld } from '@/lib/verify/check-history'
import type { Finding } from '@/lib/verify/finding'

const DECIDED: readonly string[] = ['decision-verified', 'decision-rejected']

/**
 * Checks the verdicts on a challenge's decisions, also on those that were rejected or withdrawn later. Only its history
 * contains all of them, with the content that they judged. Each must be about this challenge.
 * @param challengeId null when there is no challenge.
 */
export async function checkChallengeDecisions(challengeId: string | null, events: Events = []): Promise<Finding[]> {
  const subject = {
    ...{ what: 'Decision', record: 'challenge', id: challengeId },
    ...{ field: 'challengeId', line: 'Challenge' },
  }
  const findings = events.map((event) =>
    checkEventVerdict(event, subject, {
      isExpected: DECIDED.includes(event.kind) && !isWithheld(event) && !isErasedEvent(event),
      holds: 'It is about this challenge.',
      fault: null,
    }),
  )
  return (await Promise.all(findings)).flat()
}
