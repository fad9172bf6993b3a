/** The exact text that a wallet must sign, as step 1 of a signed action answers it. */
export interface PreparedText {
  readonly nonce: string
  readonly message: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** What step 2 sends. */
export interface SignedText {
  readonly nonce: string
  readonly signature: string
}

function isPrepared(answer: unknown): answer is PreparedText {
  return typeof answer === 'object' && answer !== null && 'signatureRequired' in answer
}

/** Both steps of a signed action. */
export interface SignedSteps<T> {
  /** Asks the service for the text. */
  prepare(signal?: AbortSignal): Promise<PreparedText>
  /** Sends the signature. Sent again with the same text it is the same intent: there is one record. */
  submit(signed: SignedText, signal?: AbortSignal): Promise<T>
}

/**
 * The steps of one signed action over whatever sends its calls. Each text has a key of its own: a key replays its answer.
 * @param prepare sends step 1.
 * @param submit sends step 2.
 */
export function signedSteps<T>(
  operationId: string,
  prepare: (key: string, signal?: AbortSignal) => Promise<unknown>,
  submit: (signed: SignedText, key: string, signal?: AbortSignal) => Promise<T>,
): SignedSteps<T> {
  const keys = new Map<string, string>()
  return {
    async prepare(signal) {
      const answer = await prepare(crypto.randomUUID(), signal)
      if (!isPrepared(answer)) throw new Error(`${operationId} prepared no text to sign.`)
      return answer
    },
    submit(signed, signal) {
      const key = keys.get(signed.nonce) ?? crypto.randomUUID()
      keys.set(signed.nonce, key)
      return submit(signed, key, signal)
    },
  }
}
