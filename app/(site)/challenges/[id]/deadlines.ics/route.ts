import { answerFile, RECORD_FILE_MAX_AGE_SECONDS, readById } from '@/app/file-answer'
import { getChallengePage } from '@/lib/challenges/queries'
import { appUrl, serviceName } from '@/lib/env'
import { calendarDocument } from '@/lib/feeds/calendar'
import { challengeCalendar } from '@/lib/feeds/deadlines'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/challenges/[id]/deadlines.ics'>) {
  const { id } = await params
  return answerFile(request, async () => {
    const challenge = await readById(id, getChallengePage)
    return {
      body: calendarDocument(challengeCalendar(challenge, { name: serviceName(), base: appUrl() })),
      type: 'text/calendar; charset=utf-8',
      maxAgeSeconds: RECORD_FILE_MAX_AGE_SECONDS,
      changedAt: challenge.updatedAt,
      saveAs: `challenge-${challenge.id}.ics`,
    }
  })
}
