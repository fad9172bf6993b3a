import { z } from 'zod'
import type { Db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

// The responses that are stored for replays, some of which show a receipt.

const JsonObject = z.record(z.string(), z.unknown())
const ReceiptRow = z.object({ id: z.string(), body: z.string() })

type Receipts = ReadonlyMap<unknown, Readonly<Record<string, unknown>>>

/** The receipts of these missions as they are stored, by their ids. */
export async function findReceipts(tx: Db, missionIds: readonly string[]): Promise<Receipts> {
  const rows = await tx.query(
    sql`SELECT id, body FROM "Receipt" WHERE "missionId" = ANY(${missionIds}::uuid[])`,
    ReceiptRow,
  )
  return new Map(rows.map(({ id, body }) => [id, JsonObject.parse(JSON.parse(body))]))
}

/** A response with the receipt in it as it is stored: what is left of that one is signed, with a note about the erasure. */
export function withStoredReceipt(answer: unknown, receipts: Receipts): unknown {
  const { receipt }: { receipt?: unknown } = Object(answer)
  const { id, payments }: { id?: unknown; payments?: unknown } = Object(receipt)
  const stored = receipts.get(id)
  return stored ? { ...Object(answer), receipt: { ...stored, payments } } : answer
}

/** Stores a response as it is stored at first: a large one names the receipt that it repeats. */
export async function replaceAnswer(tx: Db, row: string, body: string): Promise<void> {
  await tx.run(sql`UPDATE "IdempotencyKey" SET body = shorten_answer(${body}) WHERE ctid = ${row}::tid`)
}
