import { readById } from '@/app/file-answer'
import { findShown } from '@/app/found'
import { getChallenge } from '@/lib/challenges/queries'
import { getMission } from '@/lib/missions/queries'
import { getReceipt } from '@/lib/receipts/queries'
import type { ReceiptFile } from '@/lib/verify/parse-file'

/** The receipt with the histories that led to it: everything that is checked. @throws Refusal `not_found`. */
export async function readReceiptFile(id: string): Promise<ReceiptFile> {
  const receipt = await readById(id, getReceipt)
  const { challengeId } = receipt.discussion
  const [mission, challenge] = await Promise.all([
    getMission(receipt.missionId),
    challengeId ? findShown(getChallenge(challengeId)) : null,
  ])
  return { receipt, history: { mission: mission.history, ...(challenge ? { challenge: challenge.history } : {}) } }
}
