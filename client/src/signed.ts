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
export interface SignedSteps {
  /** Asks the service for the text. */
  prepare(signal?: AbortSignal): Promise<PreparedText>
  /** Sends the signature. Sent again with the same text it is the same intent: there is one record. */
  submit(signed: SignedText, signal?: AbortSignal): Promise<unknown>
}

/**
 * The steps of one signed action over whatever sends its calls. Each text has a key of its own: a key replays its answer.
 * @param send sends a body (`null`: that of step 1) with a key.
 */
export function signedSteps(
  operationId: string,
  send: (signed: SignedText | null, key: string, signal?: AbortSignal) => Promise<unknown>,
): SignedSteps {
  const keys = new Map<string, string>()
  return {
    async prepare(signal) {
      const answer = await send(null, crypto.randomUUID(), signal)
      if (!isPrepared(answer)) throw new Error(`${operationId} prepared no text to sign.`)
      return answer
    },
    submit(signed, signal) {
      const key = keys.get(signed.nonce) ?? crypto.randomUUID()
      keys.set(signed.nonce, key)
      return send(signed, key, signal)
    },
  }
}
