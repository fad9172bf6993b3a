import type { ReceiptView } from '@/lib/receipts/schemas'
import { type Events, isWithheld } from '@/lib/verify/check-history'
import { type Finding, finding, unknown } from '@/lib/verify/finding'

const WHAT = 'Payments'

/** What an event must tell of a payment, in one word, so that each event is read once, however many payments there are. */
const wordOf = ({ paymentId, receiptId, chainId, txHash }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([paymentId, receiptId, chainId, txHash])

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
  const recorded = mission.filter(({ kind }) => kind === 'payment-recorded')
  const told = new Set(recorded.map(({ data }) => wordOf(data)))
  const untold = payments.filter((payment) => !told.has(wordOf({ ...payment, paymentId: payment.id, receiptId })))
  const unrecorded = recorded.some(isWithheld) ? undefined : untold[0]
  if (!unrecorded && (!areSigned || untold.length > 0)) return [unproven]
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
