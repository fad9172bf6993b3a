import { Day } from '@/components/ui/times'
import { utcDay } from '@/lib/clock'
import type { SeedEntryView, WalletSeedsView } from '@/lib/seeds/schemas'

const WIDTH = 600
const HEIGHT = 96
/** The x of the last entry; the line continues to the right at the same balance. */
const LAST = 560

type Point = readonly [at: number, seeds: number]

/** The balance before the first entry and after each entry, oldest first. @param entries newest first. */
export function balances(entries: readonly Pick<SeedEntryView, 'amount' | 'createdAt'>[], balance: number): Point[] {
  let after = balance
  const points: Point[] = entries.map(({ amount, createdAt }) => {
    const point = [Date.parse(createdAt), after] as const
    after -= amount
    return point
  })
  const first = points.at(-1)
  return first ? [[first[0], after], ...points.toReversed()] : []
}

/** A staircase from point to point that fills the drawing. */
export function stairs(points: readonly Point[]): string {
  const [start = 0, end = 0] = [points[0]?.[0], points.at(-1)?.[0]]
  const most = Math.max(1, ...points.map(([, seeds]) => seeds))
  const x = (at: number) => Math.round(((at - start) / Math.max(1, end - start)) * LAST)
  const y = (seeds: number) => Math.round(HEIGHT - (seeds / most) * HEIGHT)
  const [first, ...rest] = points
  if (!first) return ''
  return `M${x(first[0])} ${y(first[1])}${rest.map(([at, seeds]) => `H${x(at)}V${y(seeds)}`).join('')}H${WIDTH}`
}

/** The balance over time, from the newest entries of the ledger. The ledger below shows them as text. */
export function SeedsOverTime({
  seeds: { entries, balance },
}: {
  seeds: Pick<WalletSeedsView, 'entries' | 'balance'>
}) {
  const points = balances(entries, balance)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 3) return null
  const line = stairs(points)
  return (
    <figure className="mb-8 max-w-2xl">
      <svg
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className="h-28 w-full text-green"
        aria-hidden="true"
      >
        <path d={`${line}V${HEIGHT}H0z`} fill="currentColor" opacity="0.12" />
        <path d={line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        <path
          d={`M0 ${HEIGHT}H${WIDTH}`}
          stroke="currentColor"
          strokeWidth="1"
          opacity="0.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="mt-2 text-sm text-ink-soft">
        From {first[1]} Seeds on <Day day={utcDay(new Date(first[0]))} /> to {last[1]} on{' '}
        <Day day={utcDay(new Date(last[0]))} />, in {entries.length} entries.
      </figcaption>
    </figure>
  )
}
