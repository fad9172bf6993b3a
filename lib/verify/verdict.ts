import type { Finding } from '@/lib/verify/finding'

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
