/** One thing that was checked. `unknown` means that the file does not hold what would decide it. */
export interface Finding {
  readonly what: string
  readonly result: 'valid' | 'invalid' | 'unknown'
  /** Why, in a sentence. */
  readonly because: string
}

/** A finding from a yes or no. */
export const finding = (what: string, holds: boolean, ifSo: string, ifNot: string): Finding => ({
  what,
  result: holds ? 'valid' : 'invalid',
  because: holds ? ifSo : ifNot,
})

/** Whether nothing that was checked is wrong, and something was checked. */
export const allHold = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'valid') && findings.every(({ result }) => result !== 'invalid')
