/** The exact text that a wallet must sign: the response of step 1 of a signed action. */
export interface PreparedText {
  readonly nonce: string
  readonly message: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The body of step 2. */
export interface SignedText {
  readonly nonce: string
  readonly signature: string
}

function isPrepared(answer: unknown): answer is PreparedText {
  return typeof answer === 'object' && answer !== null && 'signatureRequired' in answer
}

/** Both steps of a signed action. */
export interface SignedSteps<T> {
  /** Requests the text from the service. */
  prepare(signal?: AbortSignal): Promise<PreparedText>
  /** Sends the signature. A repeat for the same text uses the same key, so one record results. */
  submit(signed: SignedText, signal?: AbortSignal): Promise<T>
}

/**
 * The steps of one signed action. Each text gets its own key, because a repeated key replays its first response.
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
