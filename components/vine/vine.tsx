import { along, around, growVine, type VinePaths } from '@/components/vine/shape'
import type { Growth } from '@/lib/history/growth'
import { plural } from '@/lib/text/plural'

// Every record has a vine that is drawn from its history: a leaf for each event, a flower for each verification, a bare tip
// for each rejection. The history below has the same content as a list.

export interface VineColours {
  readonly stem: string
  readonly flower: string
  readonly heart: string
  readonly tip: string
  readonly lattice: string
}

/** The colours of the page, in either theme. */
const PAGE_COLOURS: VineColours = {
  stem: 'var(--color-green)',
  flower: 'var(--color-ochre)',
  heart: 'var(--color-paper)',
  tip: 'var(--color-ink-soft)',
  lattice: 'var(--color-rule)',
}

/** The drawing in words. @example 'Its vine: 12 events, 2 verified, 1 turned down.' */
export function vineWords({ letters, earlier }: Growth): string {
  const count = (letter: string) => [...letters].filter((each) => each === letter).length
  const parts = [plural(letters.length + earlier, 'event')]
  if (count('f') > 0) parts.push(`${count('f')} verified`)
  if (count('t') > 0) parts.push(`${count('t')} turned down`)
  return `Its vine: ${parts.join(', ')}.`
}

// Functions that return elements, because the renderer of pictures supports no components inside an SVG.

function vineParts(paths: VinePaths, colours: VineColours, width: number) {
  return [
    <path key="tips" d={paths.tips} stroke={colours.tip} strokeWidth={width * 0.8} />,
    <path key="stem" d={paths.stem} stroke={colours.stem} strokeWidth={width} />,
    <path key="leaves" d={paths.leaves} fill={colours.stem} stroke="none" />,
    <path key="petals" d={paths.petals} fill={colours.flower} stroke="none" />,
    <path key="hearts" d={paths.hearts} fill={colours.heart} stroke="none" />,
  ].filter(({ props }) => props.d !== '')
}

interface Lattice {
  readonly width: number
  readonly height: number
  /** The size of a leaf. */
  readonly size: number
  /** The width for one event, while there is room. */
  readonly step: number
  /** The distance between two rods. */
  readonly rods: number
  /** The maximum of events; the newest are shown. */
  readonly shown: number
}

const HEAD: Lattice = { width: 720, height: 72, size: 24, step: 27, rods: 48, shown: 60 }
const ENTRY: Lattice = { width: 120, height: 40, size: 12.5, step: 9, rods: 30, shown: 12 }
/** For the pictures of shared links. */
export const BAND: Lattice = { width: 1072, height: 60, size: 22, step: 30, rods: 67, shown: 60 }

/** A vine on its lattice, for an SVG of the lattice's size. */
export function latticeVine(growth: Growth, lattice: Lattice, colours: VineColours = PAGE_COLOURS) {
  const { width, height, size, step, rods } = lattice
  const letters = growth.letters.slice(-lattice.shown)
  const reach = Math.min(1, (letters.length * step) / width)
  const paths = growVine(letters, along(width, height / 2, height * 0.13, rods * 2), size, reach)
  const uprights = Array.from({ length: Math.ceil(width / rods) }, (_, rod) => `M${rods * (rod + 0.5)} 3V${height - 3}`)
  const laths = `M0 ${height * 0.28}H${width}M0 ${height * 0.72}H${width}`
  return [
    <path key="lattice" d={`${uprights.join('')}${laths}`} stroke={colours.lattice} strokeWidth={1.5} />,
    ...vineParts(paths, colours, size / 8),
  ]
}

function Drawing({ growth, lattice, className }: { growth: Growth; lattice: Lattice; className: string }) {
  return (
    <svg
      role="img"
      aria-label={vineWords(growth)}
      viewBox={`0 0 ${lattice.width} ${lattice.height}`}
      preserveAspectRatio="xMinYMid meet"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {latticeVine(growth, lattice)}
    </svg>
  )
}

/** For the head of a record's page. */
export const HeadVine = ({ growth }: { growth: Growth }) => (
  <Drawing growth={growth} lattice={HEAD} className="mt-6 w-full max-w-3xl" />
)

/** For a record in a list, with its newest events. */
export const EntryVine = ({ growth }: { growth: Growth }) => (
  <Drawing growth={growth} lattice={ENTRY} className="h-10 w-30 shrink-0" />
)

interface Wreath {
  readonly growth: Growth
  /** Both coordinates of the center of its square. */
  readonly centre: number
  readonly radius: number
  readonly colours?: VineColours
}

/** The complete vine of the mission, around the seal of its receipt. */
export function wreath({ growth: { letters }, centre, radius, colours = PAGE_COLOURS }: Wreath) {
  const size = Math.min(radius * 0.34, (radius * 8) / Math.max(1, letters.length))
  return vineParts(growVine(letters, around(centre, radius), size, 0.97), colours, Math.max(1.2, size / 8))
}
