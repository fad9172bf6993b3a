import { answerPicture } from '@/app/picture-answer'
import { serviceName } from '@/lib/env'

export const dynamic = 'force-dynamic'

export function GET(request: Request) {
  return answerPicture(request, (words) => ({ kind: 'site', name: words(serviceName(), '') }))
}
