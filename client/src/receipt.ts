import type { ReceiptView } from '@/lib/receipts/schemas'
import type { Histories } from '@/lib/verify/check-histories'
import { checkReceipt as findingsOf } from '@/lib/verify/check-receipt'
import { type Finding, type Verdict, verdictOf } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { isHashable } from '@/lib/verify/primitives'
import type { HistoryEvent, Receipt } from './generated/types'

export type { Finding, KeyPeriod, Verdict }

/** Optional inputs of a receipt check. */
export interface CheckSettings {
  /** The service's keys that you trust (`getRules().keys`). Without them the signer stays unknown. */
  readonly keys?: readonly KeyPeriod[]
  /** The histories that a downloaded receipt carries. */
  readonly history?: { readonly mission?: readonly HistoryEvent[]; readonly challenge?: readonly HistoryEvent[] }
}

export interface Checked {
  /** `sound`: no check failed, and one of the keys signed it; what cannot be told is in `findings`. `foreign`: consistent, but not known to be signed by one of the keys. `unchecked`: consistent, and it names one of the keys, but whether that signed it cannot be checked here (a page that is not served over https). `broken`: a check failed. */
  readonly verdict: Verdict
  /** Every check, with its result and reason. */
  readonly findings: readonly Finding[]
}

/**
 * Checks a receipt offline, like the site and `npm run verify-receipt`: its hash, the service's signature, and every
 * wallet's signature over its text.
 * @throws TypeError when the value is no receipt.
 */
export async function checkReceipt(
  receipt: Receipt,
  { keys = [], history = {} }: CheckSettings = {},
): Promise<Checked> {
  if (!isHashable([receipt, history])) throw new TypeError('This is no receipt: it has a value that has no hash.')
  // The API's types mark these fields read-only. The check changes nothing.
  const findings = await findingsOf(receipt as ReceiptView, history as Histories, keys)
  return { verdict: verdictOf(findings), findings }
}
