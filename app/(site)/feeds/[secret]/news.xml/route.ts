import { answerPrivateFeed } from '@/app/feed-answer'
import { newsDocument } from '@/lib/feeds/private-documents'

export const dynamic = 'force-dynamic'

export async function GET(request: Request, { params }: RouteContext<'/feeds/[secret]/news.xml'>) {
  const { secret } = await params
  return answerPrivateFeed(request, secret, 'application/atom+xml', newsDocument)
}
