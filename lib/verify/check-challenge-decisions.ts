import { type EventVerdict, eventVerdict } from '@/lib/history/event-verdict'
import { isErasedText } from '@/lib/text/erased'
import { type Events, isErasedEvent, isWithheld } from '@/lib/verify/check-history'
import { checkSignature } from '@/lib/verify/check-signature'
import { type Finding, finding } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

const DECIDED: readonly string[] = ['decision-verified', 'decision-rejected']

/**
 * Checks the verdicts on a challenge's decisions, also on those that were rejected or withdrawn later. Only its history
 * contains all of them, with the content that they judged. Each must be about this challenge.
 * @param challengeId null when there is no challenge.
 */
export async function checkChallengeDecisions(challengeId: string | null, events: Events = []): Promise<Finding[]> {
  const findings = events.map(async (event) => {
    const verdict = eventVerdict(event.data)
    const isSilent = isWithheld(event) || isErasedEvent(event)
    if (!verdict && (isSilent || !DECIDED.includes(event.kind))) return []
    const what = `Decision (${verdict ? `${verdict.signed.verdict}, ` : ''}event ${event.seq})`
    const belongs = finding(
      'history-record',
      `${what}: this challenge`,
      verdict !== null && isAbout(challengeId, verdict),
      'It is about this challenge.',
      verdict ? 'It is not about this challenge.' : 'It holds no signed verdict.',
    )
    if (!verdict) return [belongs]
    const { signed, words, content } = verdict
    return [...(await checkSignature(what, signed, words, isErasedEvent(event) ? null : content)), belongs]
  })
  return (await Promise.all(findings)).flat()
}

/** Whether the judged content and the signed text both name the challenge. */
const isAbout = (challengeId: string | null, { signed: { message }, content }: EventVerdict): boolean =>
  content['challengeId'] === challengeId && (isErasedText(message) || lineOf(message, 'Challenge') === challengeId)
