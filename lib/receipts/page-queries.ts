import { prisma } from '@/lib/db/prisma'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** The wallet that recorded a mission's outcome, which older receipts do not name themselves. */
export async function findRecorder(missionId: string): Promise<string | null> {
  const mission = await prisma().mission.findUnique({ where: { id: missionId }, select: { recordedBy: true } })
  return mission?.recordedBy ?? null
}

export interface ReceiptSummary {
  id: string
  missionId: string
  title: string
  outcome: ReceiptView['outcome']
  issuedAt: string
  contributorWallet: string | null
}

export async function listLatestReceipts(limit: number): Promise<ReceiptSummary[]> {
  const receipts = await prisma().receipt.findMany({
    where: { mission: { hiddenAt: null } },
    orderBy: { id: 'desc' },
    take: limit,
    select: {
      id: true,
      missionId: true,
      outcome: true,
      issuedAt: true,
      mission: { select: { title: true, contributorWallet: true } },
    },
  })
  return receipts.map(({ mission, issuedAt, ...receipt }) => ({
    ...receipt,
    ...mission,
    issuedAt: issuedAt.toISOString(),
  }))
}
