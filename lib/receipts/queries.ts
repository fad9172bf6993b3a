import { z } from 'zod'
import { db, findOne } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { prisma } from '@/lib/db/prisma'
import { raw, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { ReceiptView } from '@/lib/receipts/schemas'
import { receiptText } from '@/lib/receipts/views'

/** The body of `GET /api/v1/receipts/{id}` as JSON text. @throws Refusal `not_found`, also when its mission is hidden. */
export async function receiptBody(id: string): Promise<string> {
  const row = await findOne<{ body: string }>(
    db,
    sql`SELECT '{"receipt":' || ${raw(receiptText)} || '}' AS body FROM "Receipt" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = ${id}::uuid AND m."hiddenAt" IS NULL`,
  )
  if (!row) throw notFound('There is no such receipt.')
  return row.body
}

/** For pages: the parsed receipt. @throws Refusal `not_found`. */
export async function getReceipt(id: string): Promise<ReceiptView> {
  return parseView(z.object({ receipt: ReceiptView }), await receiptBody(id)).receipt
}

/** For pages: the wallet that recorded a mission's outcome, which older receipts do not name themselves. */
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

/** For pages: the newest receipts. */
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
