import { answerFile, RECORD_FILE_MAX_AGE_SECONDS, readById } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { calendarDocument } from '@/lib/feeds/calendar'
import { missionCalendar } from '@/lib/feeds/deadlines'
import { getMissionPage } from '@/lib/projects/queries'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/missions/[id]/deadlines.ics'>) {
  const { id } = await params
  return answerFile(request, async () => {
    const mission = await readById(id, getMissionPage)
    return {
      body: calendarDocument(missionCalendar(mission, { name: serviceName(), base: appUrl() })),
      type: 'text/calendar; charset=utf-8',
      maxAgeSeconds: RECORD_FILE_MAX_AGE_SECONDS,
      changedAt: mission.updatedAt,
      saveAs: `mission-${mission.id}.ics`,
    }
  })
}
