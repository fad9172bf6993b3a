import type { ReceiptView } from '@/lib/receipts/schemas'
import type { Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'

export const isTrusted = (trusted: readonly KeyPeriod[], key: string) =>
  trusted.some(({ publicKey }) => publicKey === key)

const CHECK = { check: 'service-key', what: 'Service key' } as const

/**
 * Whose key signed a receipt. A key that was replaced may be in anybody's hands: what it signed holds with a date before
 * that. @param trusted the service's keys as the reader knows them; none where that is unknown.
 */
export function checkKey(
  { serviceKey, issuedAt }: Pick<ReceiptView, 'serviceKey' | 'issuedAt'>,
  trusted: readonly KeyPeriod[],
): Finding {
  const known = trusted.find(({ publicKey }) => publicKey === serviceKey)
  if (!known) {
    const because =
      trusted.length > 0
        ? 'It is not a key that this service signs with. Ask whoever gave you the receipt which service issued it.'
        : 'Compare it with the keys that the service publishes: anybody can sign with a key of their own.'
    return { ...CHECK, result: 'unknown', because }
  }
  if (known.until === null) return { ...CHECK, result: 'valid', because: 'It is the key of this service.' }
  const day = known.until.slice(0, 10)
  return issuedAt <= known.until
    ? { ...CHECK, result: 'valid', because: `It was the key of this service until ${day}.` }
    : { ...CHECK, result: 'invalid', because: `The service replaced this key on ${day}, before the receipt’s date.` }
}
