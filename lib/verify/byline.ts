import { type Byline, bylineOf } from '@/lib/receipts/recorder'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { type Events, isAsHashed } from '@/lib/verify/check-history'

/**
 * The byline of a receipt.
 * @param events the mission's history, if available. Its event of the outcome names the wallet only if all of it gives the hash
 *   that the receipt signs: anybody can write another wallet into an event whose data was erased.
 */
export function bylineOfReceipt(receipt: ReceiptView, events: Events = []): Byline {
  const recorded = events.find(({ hash }) => hash === receipt.historyHead)
  const known = recorded && isAsHashed(recorded) ? recorded.actor : null
  return bylineOf({ ...receipt, owner: receipt.terms.owner }, known)
}
