import { z } from 'zod'
import { HistoryEventView } from '@/lib/history/schemas'
import { jsonIn } from '@/lib/json'
import { ReceiptView } from '@/lib/receipts/schemas'

const Events = z.array(HistoryEventView)

/** A receipt as the API answers it, or with the histories that the site's download adds. */
const ReceiptFile = z.object({
  receipt: ReceiptView,
  history: z.object({ mission: Events.optional(), challenge: Events.optional() }).optional(),
})

export type ReceiptFile = z.infer<typeof ReceiptFile>

/**
 * Reads the receipt in a file's text. What is answered is the file's own value, not zod's copy: a field that the schema
 * does not know must reach the hash, or it could be slipped in unseen.
 * @returns null when the text holds no receipt.
 */
export function parseReceiptFile(text: string): ReceiptFile | null {
  const value = jsonIn(text)
  if (isReceiptFile(value)) return value
  return isReceipt(value) ? { receipt: value } : null
}

const isReceiptFile = (value: unknown): value is ReceiptFile => ReceiptFile.safeParse(value).success
const isReceipt = (value: unknown): value is ReceiptView => ReceiptView.safeParse(value).success
