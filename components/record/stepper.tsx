import { Icon } from '@/components/ui/icon'
import type { StateLabel } from '@/lib/machine/labels'

export interface WayPoint {
  readonly label: StateLabel
  readonly status: 'done' | 'here' | 'ahead'
}

/**
 * The points of a record's path.
 * @param path the states of the regular path. @param here where the record is, or was when it left the path.
 * @param shown the record's state, which may be off the path; `ended` makes it the last point.
 */
export function wayPoints<State extends string>(
  path: readonly State[],
  labels: Readonly<Record<State, StateLabel>>,
  here: State,
  shown: State,
  ended: boolean,
): readonly WayPoint[] {
  const position = path.indexOf(here)
  const isLast = position === path.length - 1
  if (ended) {
    const walked = path.slice(0, position + 1).map((state) => ({ label: labels[state], status: 'done' }) as const)
    return [...walked, { label: labels[shown], status: 'here' }]
  }
  return path.map((state, index) => ({
    label: index === position ? labels[shown] : labels[state],
    status: index < position || (index === position && isLast) ? 'done' : index === position ? 'here' : 'ahead',
  }))
}

const NODES = {
  done: 'border-green bg-green text-on-green',
  here: 'border-green bg-leaf text-green ring-4 ring-green-wash',
  ahead: 'border-rule-strong bg-paper text-ink-soft border-dashed',
} as const

const SAID = { done: 'done', here: 'now', ahead: 'to come' } as const

/** The path of a record as a growing stem: what is done, where it is, what is to come. */
export function Stepper({ points }: { points: readonly WayPoint[] }) {
  const current = points.findLastIndex((point) => point.status !== 'ahead')
  return (
    <ol aria-label="Where this record stands" className="mt-8 flex">
      {points.map((point, index) => {
        const isRefused = point.status === 'here' && point.label.tone === 'refused'
        const isLast = index === points.length - 1
        return (
          <li
            key={point.label.word}
            aria-current={index === current ? 'step' : undefined}
            className={`relative sm:flex-1 ${isLast ? '' : 'flex-1'}`}
          >
            {isLast ? null : (
              <span
                aria-hidden="true"
                className={`absolute top-[15px] right-0 left-8 border-t-2 ${
                  index < current ? 'border-green' : 'border-rule-strong border-dashed'
                }`}
              />
            )}
            <span
              className={`relative flex size-8 items-center justify-center rounded-full border-2 ${
                isRefused ? 'border-madder bg-madder-wash text-madder' : NODES[point.status]
              }`}
            >
              <Icon name={point.label.mark} className="size-4" />
            </span>
            {/* A phone shows icons only: the state's word is right above them. */}
            <span
              className={`sr-only text-sm sm:not-sr-only sm:mt-2 sm:block sm:pr-3 ${
                point.status === 'ahead' ? 'text-ink-soft' : 'font-semibold'
              }`}
            >
              {point.label.word}
              <span className="sr-only"> ({SAID[point.status]})</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
