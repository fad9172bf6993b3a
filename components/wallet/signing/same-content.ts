import { ApiError } from '@/client/src/errors'
import type { PreparedText } from '@/client/src/signed'
import type { Trial } from '@/lib/api/request'
import { contentHashIn } from '@/lib/verify/line-of'

/** The same in the response of step 1 that a dry run shows; null in any other response. */
export const shownHashIn = ({ message }: Trial): string | null =>
  typeof message === 'string' ? contentHashIn(message) : null

/**
 * Lets a text through only if it is about the content that the signer was shown: what they have not read they never sign.
 * @param shown the SHA-256 of that content; null for a text that is about none.
 * @throws ApiError
 */
export function requireSame(text: PreparedText, shown: string | null): PreparedText {
  if (contentHashIn(text.message) !== shown)
    throw new ApiError(409, 'conflict', 'It has changed since you read it. Read it again before you sign.')
  return text
}
