import type { ReceiptView } from '@/lib/receipts/schemas'
import { canVerify } from '@/lib/signing/verify-ed25519'
import { CANNOT_VERIFY, type Finding, unknown } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { contentHashOf, isSignedHash } from '@/lib/verify/primitives'
import { isTrusted } from '@/lib/verify/trust'

type Erased = NonNullable<ReceiptView['erased']>

/**
 * After an erasure, the hash of the whole content cannot be computed. The service's signature over the rest proves that only
 * the service removed anything. A key that the service replaced may have leaked, so it counts only for its own time.
 * @param trusted the service's keys that the reader knows. Without them, a second key is for the reader to compare.
 */
export async function checkErased(
  receipt: ReceiptView,
  erased: Erased,
  trusted: readonly KeyPeriod[],
): Promise<Finding> {
  const gone = `Content was erased by law on ${erased.at.slice(0, 10)} (${erased.reason}), so the hash of the whole cannot be computed.`
  if (!canVerify()) return unknown('content-hash', 'Content hash', `${gone} ${CANNOT_VERIFY}`)
  if (!isOurs(receipt, erased, trusted) || !(await isSigned(receipt, erased)))
    return {
      check: 'content-hash',
      what: 'Content hash',
      result: 'invalid',
      because: 'It says that content was erased, but the service did not sign what is left.',
    }
  const isSecondKey = erased.serviceKey !== receipt.serviceKey && trusted.length === 0
  return unknown(
    'content-hash',
    'Content hash',
    isSecondKey
      ? `${gone} What is left is signed by a second key, ${erased.serviceKey}: compare this key, too.`
      : `${gone} The service signed what is left.`,
  )
}

function isOurs({ serviceKey, issuedAt }: ReceiptView, erased: Erased, trusted: readonly KeyPeriod[]): boolean {
  if (!(Date.parse(issuedAt) <= Date.parse(erased.at))) return false
  const isKnown = trusted.some(({ publicKey }) => publicKey === erased.serviceKey)
  if (isKnown) return isTrusted(trusted, erased.serviceKey, erased.at)
  return erased.serviceKey === serviceKey || trusted.length === 0
}

/** Whether the key signed what the erasure left. */
async function isSigned(receipt: ReceiptView, erased: Erased): Promise<boolean> {
  const { contentHash, serviceSignature, ...said } = erased
  const { payments: _later, ...left } = receipt
  return (
    contentHashOf({ ...left, erased: said }) === contentHash &&
    (await isSignedHash(contentHash, serviceSignature, said.serviceKey))
  )
}
