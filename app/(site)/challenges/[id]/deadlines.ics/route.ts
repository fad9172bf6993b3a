import { answerCalendar } from '@/app/feed-answer'
import { getChallengePage } from '@/lib/challenges/queries'
import { challengeCalendar } from '@/lib/feeds/deadlines'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/challenges/[id]/deadlines.ics'>) {
  const { id } = await params
  return answerCalendar(request, 'challenge', id, getChallengePage, challengeCalendar)
}
