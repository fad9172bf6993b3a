import type { ReceiptView } from '@/lib/receipts/schemas'
import { type Events, tells } from '@/lib/verify/check-history'
import { type Finding, finding, unknown } from '@/lib/verify/finding'

const WHAT = 'Payments'

/**
 * Checks the payments beside a receipt. They were recorded after it was signed, so nothing in a receipt's file proves them, but
 * each must have its event in the mission's history, if there is one.
 * @param areSigned whether the service signed the history as a whole, as in an export.
 */
export function checkPayments(
  { id: receiptId, payments }: ReceiptView,
  mission: Events | undefined,
  areSigned: boolean,
): Finding[] {
  if (payments.length === 0) return []
  const unproven = unknown('payments', WHAT, 'Recorded beside the receipt; nothing in this file proves them.')
  if (!mission) return [unproven]
  const told = payments.map(({ id: paymentId, chainId, txHash }) =>
    tells(mission, 'payment-recorded', { paymentId, receiptId, chainId, txHash }),
  )
  const unrecorded = payments.find((_payment, at) => told[at] === 'untold')
  if (!unrecorded && (!areSigned || told.includes('hidden'))) return [unproven]
  return [
    finding(
      'payments',
      WHAT,
      unrecorded === undefined,
      'Each of them was recorded in the mission’s history.',
      `The mission’s history tells of no payment with the transaction ${unrecorded?.txHash}.`,
    ),
  ]
}
