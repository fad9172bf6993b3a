import type { PreparedText, SignedText } from '@/client/src/signed'

/** Where a wallet finds the texts that it was asked to sign, in any browser. */
export const SIGNATURES_PLACE = '/me#signatures'

export interface SignatureJob<T> {
  /** What is signed, as the sheet's title: "Approve this proof". */
  readonly title: string
  /**
   * Asks the service for the exact text. Called again, with the same words, when the text has run out.
   * @returns `endsAt`, by this browser's clock, where the text is not a new one.
   */
  prepare(signal: AbortSignal): Promise<PreparedText & { readonly endsAt?: number }>
  /** Sends the signature. Called again with the same signature when the answer was lost. */
  record(signed: SignedText, signal: AbortSignal): Promise<T>
  /** What the record says now. */
  recorded(result: T): Outcome
  /** Whether another browser of the same wallet may sign it instead: nobody waits for the answer itself. */
  readonly isPortable?: boolean
}

/** What came of a write, and where it can be seen. */
export interface Outcome {
  readonly words: string
  readonly href?: string
  /** The words of the link; "See it" by default. */
  readonly link?: string
}

/** Why a write may not go on. `left`: the reader closed the dialog. `other`: they are somebody else now. */
export type NoActor = 'left' | 'other'

/** Why there is no answer here. `elsewhere`: the same wallet signed it in another browser, and it is recorded. */
export type NoAnswer = NoActor | 'elsewhere'
