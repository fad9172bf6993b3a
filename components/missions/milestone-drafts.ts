import { blank } from '@/components/forms/use-form'

/** A milestone while it is typed. */
export interface MilestoneDraft {
  /** Tells the rows apart while they are moved; it is not sent. */
  readonly key: string
  readonly title: string
  readonly amount: string
  readonly required: boolean
}

/** What every list begins with. */
export const FIRST_MILESTONE: MilestoneDraft = { key: 'first', title: '', amount: '', required: true }

/** As the contract takes them. */
export const milestonesBody = (drafts: readonly MilestoneDraft[]) =>
  drafts.map(({ title, amount, required }) => ({ title, amount: blank(amount), required }))

/** The list with one row at another place. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_row, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}
