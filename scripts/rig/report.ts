import type { Audit } from '@/tests/api/failover/audit'
import { median } from '@/tests/bench/support/stats'

/** The result of a round. */
export interface Round {
  readonly fault: string
  /** From the fault until both instances had accepted a new write. */
  readonly seconds: number
  /** The primary before and after, by number. */
  readonly from: number
  readonly to: number
  readonly found: Audit
  /** All faults that were found. */
  readonly wrong: readonly string[]
  /** How often a client was asked to retry (503). */
  readonly unavailable: number
}

/** Rows as a table of Markdown. */
export const markdown = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The rounds by fault, in Markdown. @param inTheEnd the faults of the final audit. */
export function tableOf(rounds: readonly Round[], seed: string, inTheEnd: readonly string[]): string {
  const row = (name: string, of: readonly Round[], last: readonly string[] = []) => {
    const count = (what: 'lost' | 'doubled' | 'falselyRefused' | 'unreplayable' | 'falseWords') =>
      of.reduce((sum, { found }) => sum + found[what].length, last.filter((each) => each.startsWith(what)).length)
    const seconds = of.map((round) => round.seconds)
    return [
      name,
      of.length,
      of.filter(({ from, to }) => from !== to).length,
      of.reduce((sum, { found }) => sum + found.acknowledged, 0),
      count('lost'),
      count('doubled'),
      count('falselyRefused') + count('falseWords'),
      count('unreplayable'),
      `${median(seconds).toFixed(1)} s`,
      `${Math.max(...seconds).toFixed(1)} s`,
    ]
  }
  const head = ['fault', 'rounds', 'moved', 'acknowledged', 'lost', 'doubled', 'falsely refused', 'not replayed']
  const faults = [...new Set(rounds.map(({ fault }) => fault))].sort()
  const rowOf = (fault: string) =>
    row(
      fault,
      rounds.filter((round) => round.fault === fault),
    )
  return markdown(
    [...head, 'writable again: median', 'worst'],
    [...faults.map(rowOf), row(`all, seed ${seed}`, rounds, inTheEnd)],
  )
}
