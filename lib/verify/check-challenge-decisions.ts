import { checkEventVerdict } from '@/lib/verify/check-event-verdict'
import { type Events, isErasedEvent, isWithheld } from '@/lib/verify/check-history'
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
export async function checkChallengeDecisions(
  challengeId: string | null,
  events: Events = [],
  isProven: (event: Events[number]) => boolean,
): Promise<Finding[]> {
  const subject = {
    ...{ what: 'Decision', record: 'challenge', id: challengeId },
    ...{ field: 'challengeId', line: 'Challenge' },
  }
  const end = events.findIndex(({ kind }) => ENDED.includes(kind))
  const findings = events.map((event, index) =>
    checkEventVerdict(event, subject, {
      isExpected: DECIDED.includes(event.kind) && !isWithheld(event) && !isErasedEvent(event),
      isProven: isProven(event),
      holds: 'It is about this challenge, which had not ended.',
      fault:
        end !== -1 && index > end ? 'It comes after the challenge’s end, when no more verdicts are recorded.' : null,
    }),
  )
  return (await Promise.all(findings)).flat()
}
