import { z } from 'zod'
import { HistoryEventView } from '@/lib/history/schemas'
import { ReceiptView } from '@/lib/receipts/schemas'

const Events = z.array(HistoryEventView)

/** A receipt as the API answers it, or with the histories that the site's download adds. */
const ReceiptFile = z.object({
  receipt: ReceiptView,
  history: z.object({ mission: Events.optional(), challenge: Events.optional() }).optional(),
})

/** @returns the receipt in a file's text, or null when it holds none. */
export function parseReceiptFile(text: string): z.infer<typeof ReceiptFile> | null {
  try {
    const value: unknown = JSON.parse(text)
    const whole = ReceiptFile.safeParse(value)
    if (whole.success) return whole.data
    const bare = ReceiptView.safeParse(value)
    return bare.success ? { receipt: bare.data } : null
  } catch {
    return null
  }
}
