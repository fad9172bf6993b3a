import { ApiError } from '@/client/src/errors'
import type { PreparedText } from '@/client/src/signed'
import { lineOf } from '@/lib/verify/line-of'

/** The SHA-256 of the content that a verifier's text is about; null in any other text. */
export const contentHashIn = (message: string): string | null => lineOf(message, 'Content SHA-256')

/**
 * Lets a text through only if it is about the content that the signer was shown: what they have not read they never sign.
 * @param shown the SHA-256 of that content; null or undefined if none was shown.
 * @throws ApiError
 */
export function requireSame(text: PreparedText, shown: string | null | undefined): PreparedText {
  if (shown && contentHashIn(text.message) !== shown)
    throw new ApiError(409, 'conflict', 'It has changed since you read it. Read it again before you sign.')
  return text
}
