import type { PreparedText, SignedText } from '@/client/src/signed'

export interface SignatureJob<T> {
  /** What is signed, as the sheet's title: "Approve this proof". */
  readonly title: string
  /** Asks the service for the exact text. Called again, with the same words, when the text has run out. */
  prepare(signal: AbortSignal): Promise<PreparedText>
  /** Sends the signature. Called again with the same signature when the answer was lost. */
  record(signed: SignedText, signal: AbortSignal): Promise<T>
  /** What the record says now. */
  recorded(result: T): Outcome
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
