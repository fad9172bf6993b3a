import { answerFile, fileOptions } from '@/app/file-answer'
import { rulesBody } from '@/lib/api/rules'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

export function GET(request: Request) {
  return answerFile(request, async () => ({
    body: await rulesBody({}),
    type: 'application/json',
    maxAgeSeconds: 60,
  }))
}
