import type { ReceiptView } from '@/lib/receipts/schemas'
import type { Histories } from '@/lib/verify/check-history'
import { checkReceipt as findingsOf } from '@/lib/verify/check-receipt'
import { type Finding, type Verdict, verdictOf } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import type { HistoryEvent, Receipt } from './generated/types'

export type { Finding, KeyPeriod, Verdict }

/** What a receipt is checked with, beside itself. */
export interface CheckSettings {
  /** The service's keys as you know them (`getRules().keys`); without them whose key signed stays unknown. */
  readonly keys?: readonly KeyPeriod[]
  /** The histories that a downloaded receipt carries. */
  readonly history?: { readonly mission?: readonly HistoryEvent[]; readonly challenge?: readonly HistoryEvent[] }
}

export interface Checked {
  /** `sound`: all holds. `foreign`: all fits together, but none of the keys signed it. `broken`: something does not hold. */
  readonly verdict: Verdict
  /** Everything that was checked, and why it holds or does not. */
  readonly findings: readonly Finding[]
}

/**
 * Checks a receipt offline, as the site and `npm run verify-receipt` do: its hash, the service's signature, and every
 * wallet's signature over what it was made for.
 * @throws TypeError when the value is no receipt.
 */
export async function checkReceipt(
  receipt: Receipt,
  { keys = [], history = {} }: CheckSettings = {},
): Promise<Checked> {
  // The fields that the API's types call read-only; nothing is changed.
  const findings = await findingsOf(receipt as ReceiptView, history as Histories, keys)
  return { verdict: verdictOf(findings), findings }
}
