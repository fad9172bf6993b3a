import { z } from 'zod'
import { HistoryEventView } from '@/lib/history/schemas'
import { jsonIn, repeatsNames } from '@/lib/json'
import { ReceiptView } from '@/lib/receipts/schemas'
import { isHashable } from '@/lib/verify/primitives'

const Events = z.array(HistoryEventView)

/**
 * A receipt with the histories that the site's download adds, and nothing else: whoever hears that a file holds reads all of
 * it, also what no check covers.
 */
const ReceiptFile = z.strictObject({
  receipt: ReceiptView,
  history: z.strictObject({ mission: Events.optional(), challenge: Events.optional() }).optional(),
})

export type ReceiptFile = z.infer<typeof ReceiptFile>

/**
 * Reads the receipt in a file's text. It returns the parsed JSON itself, not zod's copy: unknown fields must be hashed, or they
 * could be added unnoticed.
 * @param written may begin with a byte order mark, which editors add and JSON has no place for (RFC 8259, section 8.1).
 * @returns null when the text contains no receipt, or anything beside it, or repeats a name within an object, or has no hash.
 */
export function parseReceiptFile(written: string): ReceiptFile | null {
  const text = written.replace(/^\ufeff/, '')
  const value = jsonIn(text)
  if (value === undefined || !isHashable(value) || repeatsNames(text)) return null
  if (isReceiptFile(value)) return value
  return isReceipt(value) ? { receipt: value } : null
}

const isReceiptFile = (value: unknown): value is ReceiptFile => ReceiptFile.safeParse(value).success
const isReceipt = (value: unknown): value is ReceiptView => ReceiptView.safeParse(value).success
