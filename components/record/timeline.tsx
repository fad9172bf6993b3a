import { type TimelineDay, timelineOf } from '@/lib/history/timeline'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortDay = (text: string) => day.format(new Date(text))

/** The line keeps so much of its width free at either end, in percent. */
const MARGIN = 1.5
const LINE_Y = 30

const at = (along: number) => `${(MARGIN + along * (100 - 2 * MARGIN)).toFixed(2)}%`

/** Where words stand beside their mark: none leaves the drawing. */
const anchorOf = (along: number) => (along < 0.15 ? 'start' : along > 0.85 ? 'end' : 'middle')
/** Words of a day in the middle would lie on those of the ends. */
const hasRoom = (along: number) => along > 0.22 && along < 0.78

const DOTS = {
  l: { r: 3, className: 'fill-green' },
  f: { r: 6, className: 'fill-ochre stroke-paper stroke-2' },
  t: { r: 4.5, className: 'fill-paper stroke-ink-soft stroke-2' },
} as const
const dotOf = (letter: string) => (letter === 'f' || letter === 't' ? DOTS[letter] : DOTS.l)

/**
 * A record on the calendar: what happened when, today, and the days that end it. What was verified is drawn as in the vine, and
 * what was refused; the history below tells the same as a list.
 */
export function Timeline({
  record,
  due,
  today,
}: {
  record: Parameters<typeof timelineOf>[0]
  due: readonly TimelineDay[]
  /** Null once it has ended. */
  today: string | null
}) {
  const line = timelineOf(record, due, today)
  const last = line.due.at(-1)
  const words = [
    `published ${shortDay(line.begins)}`,
    ...(line.today ? [`today ${shortDay(line.today.day)}`] : []),
    ...line.due.map(({ word, day }) => `${word} ${shortDay(day)}`),
  ]
  return (
    <svg
      role="img"
      aria-label={`On the calendar: ${words.join(', ')}.`}
      className="mt-4 h-14 sm:mt-6 w-full max-w-3xl text-xs"
    >
      <line x1={at(0)} x2={at(1)} y1={LINE_Y} y2={LINE_Y} className="stroke-rule-strong stroke-1" />
      <line x1={at(0)} x2={at(line.reached)} y1={LINE_Y} y2={LINE_Y} className="stroke-green stroke-2" />
      {line.due.map(({ along, word, day }) => (
        <g key={word}>
          <line x1={at(along)} x2={at(along)} y1={LINE_Y - 8} y2={LINE_Y + 8} className="stroke-ink stroke-2" />
          {along === last?.along || hasRoom(along) ? (
            <text x={at(along)} y={LINE_Y + 22} textAnchor={anchorOf(along)} className="fill-ink-soft">
              {word} {shortDay(day)}
            </text>
          ) : null}
        </g>
      ))}
      <text x={at(0)} y={LINE_Y + 22} className="fill-ink-soft">
        {shortDay(line.begins)}
      </text>
      {line.today ? (
        <g>
          <line x1={at(line.today.along)} x2={at(line.today.along)} y1={14} y2={LINE_Y + 8} className="stroke-green" />
          <text
            x={at(line.today.along)}
            y={10}
            textAnchor={anchorOf(line.today.along)}
            className="fill-green font-semibold"
          >
            {line.today.word}
          </text>
        </g>
      ) : null}
      {line.events.map(({ along, word, day, letter }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are drawn once, in their order.
        <circle key={index} cx={at(along)} cy={LINE_Y} {...dotOf(letter)}>
          <title>{`${word}, ${shortDay(day)}`}</title>
        </circle>
      ))}
    </svg>
  )
}
