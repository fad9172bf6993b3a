import { answerPrivateFeed } from '@/app/feed-answer'
import { deadlinesDocument } from '@/lib/feeds/private-documents'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/feeds/[secret]/deadlines.ics'>) {
  const { secret } = await params
  return answerPrivateFeed(request, secret, 'text/calendar', deadlinesDocument)
}
