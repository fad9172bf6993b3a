import { jcsHash } from '@/lib/history/jcs'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

type Erased = NonNullable<ReceiptView['erased']>

/**
 * Signs a receipt that holds erased texts, and says in it that they were erased. An erasure after the issue leaves the
 * receipt the hash and signature of the whole. Signing the rest again prevents others from removing parts of a receipt and
 * calling them erased.
 * @param left the receipt as it reads now. What it says of an earlier erasure is replaced.
 */
export async function signErased<Left extends object>(
  left: Left,
  reason: string,
  at: Date,
): Promise<Omit<Left, 'erased'> & { erased: Erased }> {
  const said = { reason, at: at.toISOString(), serviceKey: await serviceKey() }
  const contentHash = jcsHash({ ...left, erased: said })
  return { ...left, erased: { ...said, contentHash, serviceSignature: await signHash(contentHash) } }
}
