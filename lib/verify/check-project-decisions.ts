import type { Events } from '@/lib/verify/check-history'
import { checkVerdicts } from '@/lib/verify/check-verdicts'
import type { Finding } from '@/lib/verify/finding'

/**
 * Checks the signed decisions on the mission. Its history contains them with the content that they judged. Each must
 * be about this mission, and must come before the outcome, because afterwards the service records none.
 * @param isProven whether something signed binds an event.
 * @param historyHead the hash of the outcome's event, as the receipt signs it.
 */
export function checkProjectDecisions(
  missionId: string,
  events: Events = [],
  isProven: (event: Events[number]) => boolean,
  historyHead: string | null = null,
): Promise<Finding[]> {
  const subject = {
    ...{ what: 'Decision on the mission', record: 'mission', id: missionId },
    ...{ field: 'projectId', line: 'Project' },
  }
  return checkVerdicts(events, subject, {
    isExpected: ({ kind }, isLate) => isLate && kind === 'project-verification',
    isProven,
    isEnd: ({ hash, kind }) => hash === historyHead || kind === 'outcome-recorded',
    holds: 'It is about this mission, and no outcome was recorded before it.',
    late: 'It comes after the outcome, when no more decisions are recorded.',
  })
}
