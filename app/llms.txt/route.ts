import { answerFile } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { llmsDocument } from '@/lib/feeds/llms'

export const dynamic = 'force-dynamic'

export function GET(request: Request) {
  return answerFile(request, () => ({
    body: llmsDocument({ name: serviceName(), base: appUrl() }),
    type: 'text/plain; charset=utf-8',
    maxAgeSeconds: 3600,
  }))
}
