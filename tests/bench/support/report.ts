/** A line of the result: a figure beside its floor, and what the budget asks of the two. */
export interface Figure {
  readonly what: string
  /** What was measured, with its unit. */
  readonly measured: string
  /** What it is held against, measured in the same run; blank where the budget is absolute. */
  readonly floor: string
  /** Measured against floor. */
  readonly ratio: string
  readonly budget: string
  /** Null where the line is only for information. */
  readonly kept: boolean | null
}

type Bound = { readonly atLeast: number } | { readonly atMost: number }

/** A ratio held against its budget. */
export function ratioFigure(
  what: string,
  measured: number,
  floor: number,
  bound: Bound | null,
  unit = 'req/s',
  floorName = '',
): Figure {
  const ratio = measured / floor
  return {
    what,
    measured: `${round(measured)} ${unit}`,
    floor: `${round(floor)} ${unit}${floorName ? ` (${floorName})` : ''}`,
    ratio: `${ratio.toFixed(2)} ×`,
    budget: bound === null ? '' : 'atLeast' in bound ? `≥ ${bound.atLeast} ×` : `≤ ${bound.atMost} ×`,
    kept: bound === null ? null : 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost,
  }
}

/**
 * A ratio of what was measured in turns with its floor: that of the pair in the middle. What a machine does from one minute to the
 * next falls on both of a pair; it would not on the middle of either by itself.
 * @param measured of each round; @param floors of the same rounds.
 */
export function roundsFigure(
  what: string,
  measured: readonly number[],
  floors: readonly number[],
  bound: Bound | null,
  unit = 'req/s',
  floorName = '',
): Figure {
  const pairs = measured.map((value, round) => ({ value, floor: floors[round] ?? Number.NaN }))
  const middle = pairs.toSorted((a, b) => a.value / a.floor - b.value / b.floor)[pairs.length >> 1]
  if (!middle) throw new Error(`${what}: nothing was measured.`)
  return ratioFigure(what, middle.value, middle.floor, bound, unit, floorName)
}

/** What a figure is above its floor, held against a budget; null where it is only told. */
export function aboveFigure(
  what: string,
  measured: number,
  floor: number,
  most: number | null,
  unit: string,
  floorName: string,
): Figure {
  const above = measured - floor
  return {
    what,
    measured: `${Math.round(measured)} ${unit}`,
    floor: `${Math.round(floor)} ${unit} (${floorName})`,
    ratio: `${above < 0 ? '−' : '+'}${Math.abs(Math.round(above))} ${unit}`,
    budget: most === null ? '' : `≤ +${most} ${unit}`,
    kept: most === null ? null : above <= most,
  }
}

/** An absolute figure with an upper bound. */
export function limitFigure(what: string, measured: number, most: number, unit: string): Figure {
  return {
    what,
    measured: `${round(measured)} ${unit}`,
    floor: '',
    ratio: '',
    budget: `≤ ${most} ${unit}`,
    kept: measured <= most,
  }
}

/** A figure that is only told. */
export function plainFigure(what: string, measured: string): Figure {
  return { what, measured, floor: '', ratio: '', budget: '', kept: null }
}

export function round(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const COLUMNS = ['what', 'measured', 'floor', 'ratio', 'budget', 'kept'] as const

const cells = (figure: Figure): string[] =>
  COLUMNS.map((column) =>
    column === 'kept' ? ({ true: 'kept', false: 'MISSED', null: '' }[String(figure.kept)] ?? '') : figure[column],
  )

/** Longer than this, what is only told stands below the table. */
const CELL_CHARS_MAX = 60
const isAside = ({ floor, budget, measured }: Figure) =>
  floor === '' && budget === '' && measured.length > CELL_CHARS_MAX

/** The figures as a table for the terminal. */
export function asText(figures: readonly Figure[]): string {
  const rows = [[...COLUMNS], ...figures.filter((figure) => !isAside(figure)).map(cells)]
  const widths = COLUMNS.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)))
  const table = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...table, '', ...figures.filter(isAside).map(({ what, measured }) => `${what}: ${measured}`)].join('\n')
}

/** The figures as a Markdown table, for docs/performance.md. */
export function asMarkdown(figures: readonly Figure[], about: string): string {
  const rows = figures.filter((figure) => !isAside(figure)).map((figure) => `| ${cells(figure).join(' | ')} |`)
  const asides = figures.filter(isAside).map(({ what, measured }) => `- ${what}: ${measured}`)
  const head = [`| ${COLUMNS.join(' | ')} |`, `|${COLUMNS.map(() => '---|').join('')}`]
  return [about, '', ...head, ...rows, '', ...asides, ''].join('\n')
}
