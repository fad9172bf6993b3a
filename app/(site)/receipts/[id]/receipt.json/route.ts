import { answerFile, readById } from '@/app/file-answer'
import { findShown } from '@/app/found'
import { getChallenge } from '@/lib/challenges/queries'
import { getMission } from '@/lib/missions/queries'
import { getReceipt } from '@/lib/receipts/queries'
import type { ReceiptFile } from '@/lib/verify/parse-file'

export const dynamic = 'force-dynamic'

/** The receipt with the histories that lead to it: everything that `/verify` and `npm run verify-receipt` check. */
export async function GET(request: Request, { params }: RouteContext<'/receipts/[id]/receipt.json'>) {
  const { id } = await params
  return answerFile(request, async () => ({
    body: `${JSON.stringify(await readFile(id), null, 2)}\n`,
    type: 'application/json',
    maxAgeSeconds: 0,
    saveAs: `receipt-${id.toLowerCase()}.json`,
  }))
}

async function readFile(id: string): Promise<ReceiptFile> {
  const receipt = await readById(id, getReceipt)
  const { challengeId } = receipt.discussion
  const [mission, challenge] = await Promise.all([
    getMission(receipt.missionId),
    challengeId ? findShown(getChallenge(challengeId)) : null,
  ])
  return { receipt, history: { mission: mission.history, ...(challenge ? { challenge: challenge.history } : {}) } }
}
