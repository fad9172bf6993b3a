/** The subject of a check; pages explain each kind in a sentence. */
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
  | 'payments'

/** The result of one check. `unknown` means that the available data cannot decide it. */
export interface Finding {
  readonly check: CheckKind
  readonly what: string
  readonly result: 'valid' | 'invalid' | 'unknown'
  /** The reason, as a sentence. */
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

export const CANNOT_VERIFY =
  'This page is not served over https, so this browser cannot check signatures of the service.'

/** Whether at least one check passed and none failed. */
export const allHold = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'valid') && findings.every(({ result }) => result !== 'invalid')

/**
 * The overall result: a check failed; none failed, but it is not known to whom the key belongs that is said to have signed it; it
 * is the service's key, but whether that has signed it cannot be checked here; or all is valid.
 */
export type Verdict = 'broken' | 'foreign' | 'unchecked' | 'sound'

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ result }) => result === 'invalid')) return 'broken'
  const isUnknown = (kind: CheckKind) => findings.some(({ check, result }) => check === kind && result === 'unknown')
  if (isUnknown('service-key')) return 'foreign'
  return isUnknown('service-signature') ? 'unchecked' : 'sound'
}

/** `14 checks: 13 held, 1 could not be checked.` */
export function countWords(findings: readonly Finding[]): string {
  const counted = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length
  const counts = [
    [counted('valid'), 'held'],
    [counted('invalid'), 'did not'],
    [counted('unknown'), 'could not be checked'],
  ] as const
  const words = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return `${findings.length} checks: ${words.join(', ')}.`
}
