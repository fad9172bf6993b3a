import { readById } from '@/app/file-answer'
import { answerPicture } from '@/app/picture-answer'
import { findGrowth } from '@/lib/history/growth'
import { OUTCOME_LABELS } from '@/lib/missions/labels'
import { getReceipt } from '@/lib/receipts/queries'

export const dynamic = 'force-dynamic'

/** The outcome and the content hash. */
export async function GET(request: Request, { params }: RouteContext<'/receipts/[id]/picture.png'>) {
  const { id } = await params
  return answerPicture(request, async (words) => {
    const receipt = await readById(id, getReceipt)
    return {
      kind: 'receipt',
      facts: {
        growth: await findGrowth(receipt.missionId),
        title: words(receipt.terms.title, 'A mission'),
        outcome: OUTCOME_LABELS[receipt.outcome],
        issued: receipt.issuedAt.slice(0, 10),
        contentHash: receipt.contentHash,
      },
    }
  })
}
