import { type Timeline as TimelineData, type TimelineDay, timelineOf } from '@/lib/history/timeline'

const SHORT = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const withinYear = new Intl.DateTimeFormat('en-GB', SHORT)
const overYears = new Intl.DateTimeFormat('en-GB', { ...SHORT, year: 'numeric' })

/** The words for the days of a line: with their years if these are not all the same. */
function dayWords({ begins, events, due, today }: TimelineData): (day: string) => string {
  const days = [begins, ...[...events, ...due].map(({ day }) => day), today?.day ?? begins]
  const format = new Set(days.map((day) => day.slice(0, 4))).size > 1 ? overYears : withinYear
  return (day) => format.format(new Date(day))
}

/** The margin of the line at either end, in percent of its width. */
const MARGIN = 1.5
const LINE_Y = 30

const at = (along: number) => `${(MARGIN + along * (100 - 2 * MARGIN)).toFixed(2)}%`

/** The y of the first row of words under the line, and the distance between rows. */
const WORDS_Y = LINE_Y + 22
const ROW = 16

const DOTS = {
  l: { r: 3, className: 'fill-green' },
  f: { r: 6, className: 'fill-ochre stroke-paper stroke-2' },
  t: { r: 4.5, className: 'fill-paper stroke-ink-soft stroke-2' },
} as const
const dotOf = (letter: string) => (letter === 'f' || letter === 't' ? DOTS[letter] : DOTS.l)

/**
 * A record on the calendar: its events, today, and its deadlines. Verified and refused events are drawn as in the vine. The
 * history below tells the same as a list.
 */
export function Timeline({
  record,
  due,
  today,
}: {
  record: Parameters<typeof timelineOf>[0]
  due: readonly TimelineDay[]
  /** Null once the record has ended. */
  today: string | null
}) {
  const line = timelineOf(record, due, today)
  const shortDay = dayWords(line)
  const labels = placeLabels([
    { text: shortDay(line.begins), along: 0 },
    ...line.due.map(({ along, word, day }) => ({ text: `${word} ${shortDay(day)}`, along })).toReversed(),
  ])
  const now = placeLabels(line.today ? [{ text: line.today.word, along: line.today.along }] : [])
  const rows = 1 + Math.max(...labels.map(({ row }) => row))
  const words = [
    `published ${shortDay(line.begins)}`,
    ...(line.today ? [`today ${shortDay(line.today.day)}`] : []),
    ...line.due.map(({ word, day }) => `${word} ${shortDay(day)}`),
  ]
  return (
    <svg
      role="img"
      aria-label={`On the calendar: ${words.join(', ')}.`}
      height={LINE_Y + 10 + rows * ROW}
      // Letters in the unit of the lines: larger alone, they would be cut off and lie on each other.
      className="mt-4 w-full max-w-3xl text-[13px] sm:mt-6"
    >
      <line x1={at(0)} x2={at(1)} y1={LINE_Y} y2={LINE_Y} className="stroke-rule-strong stroke-1" />
      <line x1={at(0)} x2={at(line.reached)} y1={LINE_Y} y2={LINE_Y} className="stroke-green stroke-2" />
      {line.due.map(({ along, word }) => (
        <line
          key={word}
          x1={at(along)}
          x2={at(along)}
          y1={LINE_Y - 8}
          y2={LINE_Y + 8}
          className="stroke-ink stroke-2"
        />
      ))}
      {labels.map(({ text, along, anchor, row }) => (
        <text key={text} x={at(along)} y={WORDS_Y + row * ROW} textAnchor={anchor} className="fill-ink-soft">
          {text}
        </text>
      ))}
      {now.map(({ text, along, anchor }) => (
        <g key={text}>
          <line x1={at(along)} x2={at(along)} y1={14} y2={LINE_Y + 8} className="stroke-green" />
          <text x={at(along)} y={10} textAnchor={anchor} className="fill-green font-semibold">
            {text}
          </text>
        </g>
      ))}
      {line.events.map(({ along, word, day, letter }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are drawn once, in their order.
        <circle key={index} cx={at(along)} cy={LINE_Y} {...dotOf(letter)}>
          <title>{`${word}, ${shortDay(day)}`}</title>
        </circle>
      ))}
    </svg>
  )
}

/** A text below a point of the line. */
export interface PointLabel {
  readonly text: string
  /** From 0 to 1. */
  readonly along: number
}

export interface PlacedLabel extends PointLabel {
  /** SVG's `text-anchor`: which end of the text is at the point, so that no text leaves the drawing. */
  readonly anchor: 'start' | 'middle' | 'end'
  /** 0 is the row nearest to the line. */
  readonly row: number
}

/** The width of the line on a narrow phone, of a letter and of a gap in the small font, in CSS pixels. */
const LINE_PX = 320
const LETTER_PX = 7
const GAP_PX = 8

function extentOf({ text, along }: PointLabel) {
  const [point, width] = [along * LINE_PX, text.length * LETTER_PX]
  if (point < width / 2) return { anchor: 'start', from: point, to: point + width } as const
  if (point > LINE_PX - width / 2) return { anchor: 'end', from: point - width, to: point } as const
  return { anchor: 'middle', from: point - width / 2, to: point + width / 2 } as const
}

/**
 * Puts labels into rows so that none overlap, on a phone either: each goes into the first row with room for it.
 * @param labels those that should be nearest to the line come first.
 * @example
 * placeLabels([{ text: '12 Nov', along: 0 }, { text: 'Deadline 13 Nov', along: 0.02 }]).map(({ row }) => row) // [0, 1]
 */
export function placeLabels(labels: readonly PointLabel[]): PlacedLabel[] {
  const rows: { from: number; to: number }[][] = []
  return labels.map((label) => {
    const { anchor, ...extent } = extentOf(label)
    const isFree = (row: (typeof rows)[number]) =>
      row.every((taken) => extent.from > taken.to + GAP_PX || extent.to < taken.from - GAP_PX)
    const found = rows.findIndex(isFree)
    const row = found === -1 ? rows.push([]) - 1 : found
    rows[row]?.push(extent)
    return { ...label, anchor, row }
  })
}
