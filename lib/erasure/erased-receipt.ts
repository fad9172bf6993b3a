import { jcsHash } from '@/lib/history/jcs'
import type { IssuedReceipt } from '@/lib/receipts/issue'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

/**
 * A receipt whose content was erased in parts. Its hash and signature are those of the whole, which is gone; what is left
 * is signed anew, so that nobody else can take anything out of a receipt and call it erased.
 */
export async function signErased(left: IssuedReceipt, reason: string, at: Date): Promise<IssuedReceipt> {
  const said = { reason, at: at.toISOString(), serviceKey: await serviceKey() }
  const contentHash = jcsHash({ ...left, erased: said })
  return { ...left, erased: { ...said, contentHash, serviceSignature: await signHash(contentHash) } }
}
