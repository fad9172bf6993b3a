import { holdsErased, isErasedText } from '@/lib/text/erased'
import { type Finding, finding, unknown } from '@/lib/verify/finding'
import { contentHashIn, lineOf, signedWordsIn } from '@/lib/verify/line-of'
import { contentHashOf, signerOf } from '@/lib/verify/primitives'

/** A verifier's signed statement, as every record shows it. */
export interface SignedWordsView {
  readonly verdict: string
  readonly verifier: string
  readonly message: string
  readonly signature: string
}

/**
 * Checks a verifier's signature: the signer is the verifier, and the signed text names the same verdict, the same words
 * and, if the content is available, the same content (docs/decisions.md#signed-messages).
 * @param words the reason or explanation in the record.
 * @param content the judged content; null when the record does not contain it.
 */
export const checkSignature = (
  what: string,
  signed: SignedWordsView,
  words: string,
  content: object | null,
): Promise<Finding[]> => checkSignatureOver(what, signed, words, content && contentHashOf(content))

/** The same by the hash of the judged content, where many signatures may be over one. */
export async function checkSignatureOver(
  what: string,
  signed: SignedWordsView,
  words: string,
  contentHash: string | null,
): Promise<Finding[]> {
  if (isErasedText(signed.message)) {
    const because = 'The signed text was erased by law; its signature alone proves nothing.'
    return [unknown('wallet-signature', `${what}: signature`, because)]
  }
  const signer = await signerOf(signed.message, signed.signature)
  const sameText =
    lineOf(signed.message, 'Verdict') === signed.verdict &&
    lineOf(signed.message, 'Verifier') === signed.verifier &&
    signedWordsIn(signed.message) === words
  return [
    finding(
      'wallet-signature',
      `${what}: signature`,
      signer === signed.verifier,
      `Signed by ${signed.verifier}.`,
      'The signature is not the verifier’s.',
    ),
    finding(
      'signed-words',
      `${what}: words`,
      sameText,
      'The signed text says what the record shows.',
      'The signed text says something else.',
    ),
    contentHash === null
      ? unknown('signed-content', `${what}: content`, 'The content that was judged is not at hand.')
      : finding(
          'signed-content',
          `${what}: content`,
          contentHashIn(signed.message) === contentHash,
          'The content judged is the content shown.',
          'The content shown is not what was judged.',
        ),
  ]
}

/**
 * Checks a verifier's signature as a page of the service shows it, whose own word it is that a part of the content was erased:
 * what is left of it cannot be compared.
 */
export const checkShownSignature: typeof checkSignature = (what, signed, words, content) =>
  checkSignature(what, signed, words, holdsErased(content) ? null : content)
