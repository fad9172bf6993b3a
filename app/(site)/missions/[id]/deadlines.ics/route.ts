import { answerCalendar } from '@/app/feed-answer'
import { missionCalendar } from '@/lib/feeds/deadlines'
import { getMissionPage } from '@/lib/projects/queries'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/missions/[id]/deadlines.ics'>) {
  const { id } = await params
  return answerCalendar(request, 'mission', id, getMissionPage, missionCalendar)
}
