import type { ReceiptView } from '@/lib/receipts/schemas'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { isInUse, type KeyPeriod } from '@/lib/verify/key-period'

/** Whether a key is one of the service's, and the service had not replaced it at that time. */
export const isTrusted = (trusted: readonly KeyPeriod[], key: string, at: string) =>
  trusted.some((known) => known.publicKey === key && isInUse(known, at))

/**
 * Checks the key that signed a receipt. A replaced key may have leaked, so its signature counts only for a date before the
 * replacement. @param trusted the service's keys that the reader knows; empty when unknown.
 */
export function checkKey(
  { serviceKey, issuedAt }: Pick<ReceiptView, 'serviceKey' | 'issuedAt'>,
  trusted: readonly KeyPeriod[],
): Finding {
  const known = trusted.find(({ publicKey }) => publicKey === serviceKey)
  if (!known)
    return unknown(
      'service-key',
      'Service key',
      trusted.length > 0
        ? 'It is not a key that this service signs with. Ask whoever gave you the receipt which service issued it.'
        : 'Compare it with the keys that the service publishes: anybody can sign with a key of their own.',
    )
  const { until } = known
  const day = until?.slice(0, 10)
  return finding(
    'service-key',
    'Service key',
    isInUse(known, issuedAt),
    day ? `It was the key of this service until ${day}.` : 'It is the key of this service.',
    `The service replaced this key on ${day}, before the receipt’s date.`,
  )
}
