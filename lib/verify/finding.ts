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
export const finding = (check: CheckKind, what: string, holds: boolean, ifSo: string, ifNot: string): Finding =>
  holds ? { check, what, result: 'valid', because: ifSo } : { check, what, result: 'invalid', because: ifNot }

export const unknown = (check: CheckKind, what: string, because: string): Finding => ({
  check,
  what,
  result: 'unknown',
  because,
})

/** Whether nothing that was checked is wrong, and something was checked. */
export const allHold = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'valid') && findings.every(({ result }) => result !== 'invalid')

/** What all findings together say: something is wrong; nothing is, but whose key it is stays open; or all holds. */
export type Verdict = 'broken' | 'foreign' | 'sound'

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ result }) => result === 'invalid')) return 'broken'
  return findings.some(({ check, result }) => check === 'service-key' && result === 'unknown') ? 'foreign' : 'sound'
}

/** `14 checks: 13 held, 1 could not be told.` */
export function countWords(findings: readonly Finding[]): string {
  const counted = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length
  const counts = [
    [counted('valid'), 'held'],
    [counted('invalid'), 'did not'],
    [counted('unknown'), 'could not be told'],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return `${findings.length} checks: ${told.join(', ')}.`
}
