import { jcsHash } from '@/lib/history/jcs'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

/**
 * A receipt whose content was erased in parts. Its hash and signature are those of the whole, which is gone; what is left
 * is signed anew, so that nobody else can take anything out of a receipt and call it erased.
 */
export async function signErased(left: Readonly<Record<string, unknown>>, reason: string, at: Date): Promise<object> {
  const said = { reason, at: at.toISOString(), serviceKey: await serviceKey() }
  const contentHash = jcsHash({ ...left, erased: said })
  return { ...left, erased: { ...said, contentHash, serviceSignature: await signHash(contentHash) } }
}
