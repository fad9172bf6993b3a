/** Words that stand under a point of a line. */
export interface PointLabel {
  readonly text: string
  /** From 0 to 1. */
  readonly along: number
}

export interface PlacedLabel extends PointLabel {
  /** SVG's `text-anchor`: which end of the words stands at the point, so that none leaves the drawing. */
  readonly anchor: 'start' | 'middle' | 'end'
  /** 0 is the row nearest to the line. */
  readonly row: number
}

/** The line on a narrow phone, and a letter and a gap of the small type, in CSS pixels. */
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
 * Puts labels into rows so that no two lie on each other, on a phone either: each into the first row where it has room.
 * @param labels the ones that should be nearest to the line first.
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
