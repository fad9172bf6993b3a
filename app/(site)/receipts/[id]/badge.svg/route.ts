import { answerFile, readById } from '@/app/file-answer'
import { serviceName } from '@/lib/env'
import { badge } from '@/lib/receipts/badge'
import { getReceipt } from '@/lib/receipts/queries'

export const dynamic = 'force-dynamic'

/** A badge for a README: the outcome, and how many milestones were verified by signature. */
export async function GET(request: Request, { params }: RouteContext<'/receipts/[id]/badge.svg'>) {
  const { id } = await params
  return answerFile(request, async () => ({
    body: badge(serviceName(), await readById(id, getReceipt)),
    type: 'image/svg+xml',
    maxAgeSeconds: 0,
  }))
}
