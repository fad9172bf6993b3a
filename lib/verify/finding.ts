/** What a check looks at; pages explain each kind in a sentence. */
export type CheckKind =
  | 'content-hash'
  | 'service-signature'
  | 'service-key'
  | 'wallet-signature'
  | 'signed-words'
  | 'signed-content'
  | 'milestone-verified'
  | 'history-chain'
  | 'history-record'

/** One thing that was checked. `unknown` means that nothing at hand would decide it. */
export interface Finding {
  readonly check: CheckKind
  readonly what: string
  readonly result: 'valid' | 'invalid' | 'unknown'
  /** Why, in a sentence. */
  readonly because: string
}

/** A finding from a yes or no. */
export const finding = (check: CheckKind, what: string, holds: boolean, ifSo: string, ifNot: string): Finding => ({
  check,
  what,
  result: holds ? 'valid' : 'invalid',
  because: holds ? ifSo : ifNot,
})

/** Whether nothing that was checked is wrong, and something was checked. */
export const allHold = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'valid') && findings.every(({ result }) => result !== 'invalid')
