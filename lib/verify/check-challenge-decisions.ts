import { type Events, isErasedEvent, isWithheld } from '@/lib/verify/check-history'
import { checkVerdicts } from '@/lib/verify/check-verdicts'
import type { Finding } from '@/lib/verify/finding'

const DECIDED: readonly string[] = ['decision-verified', 'decision-rejected']

const ENDED: readonly string[] = ['converted', 'challenge-cancelled']

/**
 * Checks the verdicts on a challenge's decisions, also on those that were rejected or withdrawn later. Only its history
 * contains all of them, with the content that they judged. Each must be about this challenge, and must come before its end,
 * because afterwards the service records none.
 * @param challengeId null when there is no challenge.
 * @param isProven whether something signed binds an event.
 */
export function checkChallengeDecisions(
  challengeId: string | null,
  events: Events = [],
  isProven: (event: Events[number]) => boolean,
): Promise<Finding[]> {
  const subject = {
    ...{ what: 'Decision', record: 'challenge', id: challengeId },
    ...{ field: 'challengeId', line: 'Challenge' },
  }
  return checkVerdicts(events, subject, {
    isExpected: (event) => DECIDED.includes(event.kind) && !isWithheld(event) && !isErasedEvent(event),
    isProven,
    isEnd: ({ kind }) => ENDED.includes(kind),
    holds: 'It is about this challenge, which had not ended.',
    late: 'It comes after the challenge’s end, when no more verdicts are recorded.',
  })
}
