import { type EventVerdict, eventVerdict } from '@/lib/history/event-verdict'
import { isErasedText } from '@/lib/text/erased'
import { type Events, isErasedEvent } from '@/lib/verify/check-history'
import { checkSignature } from '@/lib/verify/check-signature'
import { type Finding, finding } from '@/lib/verify/finding'
import { lineOf } from '@/lib/verify/line-of'

/**
 * Checks the signed decisions on the project. A mission's history contains them with the content that they judged. Each must
 * be about this mission, and must come before the outcome, because afterwards the service records none.
 * @param historyHead the hash of the outcome's event, as the receipt signs it.
 */
export async function checkProjectDecisions(
  missionId: string,
  events: Events = [],
  historyHead: string | null = null,
): Promise<Finding[]> {
  const end = events.findIndex(({ hash, kind }) => hash === historyHead || kind === 'outcome-recorded')
  const findings = events.map(async (event, index) => {
    const verdict = eventVerdict(event.data)
    const isLate = end !== -1 && index > end
    if (!verdict && !(isLate && event.kind === 'project-verification')) return []
    const what = `Decision on the project (${verdict ? `${verdict.signed.verdict}, ` : ''}event ${event.seq})`
    const belongs = finding(
      'history-record',
      `${what}: this mission`,
      !isLate && verdict !== null && isAbout(missionId, verdict),
      'It is about this mission, and no outcome was recorded before it.',
      isLate ? 'It comes after the outcome, when no more decisions are recorded.' : 'It is not about this mission.',
    )
    if (!verdict) return [belongs]
    const { signed, words, content } = verdict
    return [...(await checkSignature(what, signed, words, isErasedEvent(event) ? null : content)), belongs]
  })
  return (await Promise.all(findings)).flat()
}

/** Whether the judged content and the signed text both name the mission. */
const isAbout = (missionId: string, { signed: { message }, content }: EventVerdict): boolean =>
  content['projectId'] === missionId && (isErasedText(message) || lineOf(message, 'Project') === missionId)
