import { z } from 'zod'
import { db, findOne } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { BodyRow } from '@/lib/db/rows'
import { raw, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { ReceiptView } from '@/lib/receipts/schemas'
import { receiptText } from '@/lib/receipts/views'

/** The body of `GET /api/v1/receipts/{id}` as JSON text. @throws Refusal `not_found`, also when its mission is hidden. */
export async function receiptBody(id: string): Promise<string> {
  const row = await findOne(
    db,
    sql`SELECT '{"receipt":' || ${raw(receiptText)} || '}' AS body FROM "Receipt" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = ${id}::uuid AND m."hiddenAt" IS NULL`,
    BodyRow,
  )
  if (!row) throw notFound('There is no such receipt.')
  return row.body
}

/** For pages: the parsed receipt. @throws Refusal `not_found`. */
export async function getReceipt(id: string): Promise<ReceiptView> {
  return parseView(z.object({ receipt: ReceiptView }), await receiptBody(id)).receipt
}
