import type { ReceiptView } from '@/lib/receipts/schemas'
import { canVerify } from '@/lib/signing/verify-ed25519'
import { CANNOT_VERIFY, type Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { contentHashOf, isSignedHash } from '@/lib/verify/primitives'
import { isTrusted } from '@/lib/verify/trust'

type Erased = NonNullable<ReceiptView['erased']>

/** Whether the hash of a receipt is that of all else that it shows, and so of what the service signed when it issued it. */
export function isAsIssued({ contentHash, serviceSignature: _signature, payments: _later, ...content }: ReceiptView) {
  return contentHashOf(content) === contentHash
}

/**
 * Whether something that the service signed covers the erased texts of a receipt: what it says of the erasure, or its own hash.
 * The latter is so where they had been erased before it was issued, and it is from before such a receipt said so.
 */
export const isErasureSigned = (receipt: ReceiptView): boolean => receipt.erased !== undefined || isAsIssued(receipt)

/**
 * After an erasure, the hash of the whole content cannot be computed, unless the texts had been erased before the receipt was
 * issued. The service's signature over the rest proves that only the service removed anything. A key that the service replaced
 * may have leaked, so it counts only for its own time.
 * @param trusted the service's keys that the reader knows. Without them, a second key is for the reader to compare.
 */
export async function checkErased(
  receipt: ReceiptView,
  erased: Erased,
  trusted: readonly KeyPeriod[],
): Promise<Finding> {
  const { erased: _said, ...issued } = receipt
  const isWhole = isAsIssued(issued)
  const gone = isWhole
    ? `It was issued after content had been erased by law (${erased.reason}).`
    : `Content was erased by law on ${erased.at.slice(0, 10)} (${erased.reason}), so the hash of the whole cannot be computed.`
  const told = (result: Finding['result'], because: string): Finding => {
    return { check: 'content-hash', what: 'Content hash', result, because }
  }
  if (!canVerify()) return told('unknown', `${gone} ${CANNOT_VERIFY}`)
  if (!isOurs(receipt, erased, trusted) || !(await isSigned(receipt, erased)))
    return told('invalid', 'It says that content was erased, but the service did not sign what is left.')
  const isSecondKey = erased.serviceKey !== receipt.serviceKey && trusted.length === 0
  if (isSecondKey)
    return told(
      'unknown',
      `${gone} What is left is signed by a second key, ${erased.serviceKey}: compare this key, too.`,
    )
  return isWhole
    ? told('valid', `${gone} It is as it was issued.`)
    : told('unknown', `${gone} The service signed what is left.`)
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
