import { answerFile, fileOptions } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { llmsDocument } from '@/lib/feeds/llms'
import { findPlatform } from '@/lib/platform/settings'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

export function GET(request: Request) {
  return answerFile(request, () => ({
    body: llmsDocument({ name: serviceName(), base: appUrl() }, findPlatform()?.origin ?? null),
    type: 'text/plain; charset=utf-8',
    maxAgeSeconds: 3600,
  }))
}
