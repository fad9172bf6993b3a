import type { PreparedText, SignedText } from '@/client/src/signed'

/** The page where a wallet finds the texts that it has to sign, in any browser. */
export const SIGNATURES_PLACE = '/me#signatures'

export interface SignatureJob<T> {
  /** The sheet's title: "Approve this proof". */
  readonly title: string
  /**
   * Requests the exact text from the service. Called again with the same input when the text has expired.
   * @returns `endsAt`, by this browser's clock, if the text is not new.
   */
  prepare(signal: AbortSignal): Promise<PreparedText & { readonly endsAt?: number }>
  /** Sends the signature. Called again with the same signature when the response was lost. */
  record(signed: SignedText, signal: AbortSignal): Promise<T>
  /** The outcome to show. */
  recorded(result: T): Outcome
  /** Whether another browser of the same wallet may sign it instead, because the caller does not need the response. */
  readonly isPortable?: boolean
  /** For who may ask for several signatures at once: how this one waits its turn. */
  readonly queue?: Queue
  /** Aborts when its agent has cancelled the call: nothing is signed then that the wallet was not asked for. */
  readonly cancelled?: AbortSignal
}

export interface Queue {
  /** Takes it out of the queue; nothing happens once its turn has come. */
  readonly signal: AbortSignal
  /** Called before its sheet opens, if it had to wait. @throws what has made it void meanwhile. */
  check(): Promise<unknown>
}

/** The outcome of a write, and where it can be seen. */
export interface Outcome {
  readonly words: string
  readonly href?: string
  /** The text of the link; "See it" by default. */
  readonly link?: string
}

/**
 * Why a write cannot continue. `left`: the reader closed the dialog. `over`: the same, after their session had ended.
 * `other`: another wallet is signed in now.
 */
export type NoActor = 'left' | 'over' | 'other'

/**
 * Why there is no result here. `elsewhere`: the same wallet signed it in another browser, and it is recorded. `unknown`: the
 * signature was sent and the reader left before it was confirmed, so it may be recorded.
 */
export type NoAnswer = NoActor | 'elsewhere' | 'unknown'
