// Draws a vine as SVG paths from letters. The same letters always give the same drawing.

interface Pose {
  readonly x: number
  readonly y: number
  /** The direction of the stem at this point, in radians. */
  readonly turn: number
}

/** The position of the stem at a fraction of its length, 0 to 1. */
export type Way = (share: number) => Pose

/** Path data of the stem and of everything on it. */
export interface VinePaths {
  readonly stem: string
  readonly leaves: string
  readonly petals: string
  readonly hearts: string
  readonly tips: string
}

type Point = readonly [x: number, y: number]

const SAMPLES_PER_EVENT = 4
const PETALS = 5
/** The angle between a leaf and the stem, in radians, and its variation between neighbours. */
const SPREAD = 0.95
const SWAY = 0.22

const round = (value: number) => String(Math.round(value * 10) / 10)
const spell = ([x, y]: Point) => `${round(x)} ${round(y)}`

/** A point at an offset along a direction and perpendicular to it. */
function beside({ x, y }: Pose, turn: number, along: number, aside: number): Point {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [x + along * cos - aside * sin, y + along * sin + aside * cos]
}

function circle([x, y]: Point, radius: number): string {
  const r = round(radius)
  return `M${spell([x - radius, y])}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0Z`
}

function leaf(pose: Pose, turn: number, size: number): string {
  const at = (along: number, aside: number) => spell(beside(pose, turn, along * size, aside * size))
  return `M${spell([pose.x, pose.y])}C${at(0.2, -0.42)} ${at(0.68, -0.44)} ${at(1, 0)}C${at(0.62, 0.3)} ${at(0.2, 0.28)} ${at(0, 0)}Z`
}

const stalk = (pose: Pose, turn: number, length: number) =>
  `M${spell([pose.x, pose.y])}L${spell(beside(pose, turn, length, 0))}`

/**
 * Grows a vine along a path, with one element for each letter, on alternating sides.
 * @param letters see `Growth` (lib/history/growth.ts). @param size the size of a leaf, in units of the drawing.
 * @param reach the fraction of the path that it covers.
 * @example growVine('llft', straight, 18, 0.4)
 */
export function growVine(letters: string, way: Way, size: number, reach: number): VinePaths {
  const paths = { leaves: '', petals: '', hearts: '', tips: '' }
  const count = letters.length
  for (const [index, letter] of [...letters].entries()) {
    const pose = way((reach * (index + 0.8)) / (count + 0.3))
    const side = index % 2 === 0 ? -1 : 1
    const turn = pose.turn + side * (SPREAD + SWAY * (((index * 7) % 5) / 2 - 1))
    if (letter === 'f') {
      const heart = beside(pose, turn, size * 0.85, 0)
      const head: Pose = { x: heart[0], y: heart[1], turn }
      for (let petal = 0; petal < PETALS; petal += 1) {
        const around = turn + (petal * 2 * Math.PI) / PETALS
        paths.petals += circle(beside(head, around, size * 0.27, 0), size * 0.2)
      }
      paths.hearts += circle(heart, size * 0.15)
      paths.tips += stalk(pose, turn, size * 0.6)
    } else if (letter === 't') paths.tips += stalk(pose, turn, size * 0.7)
    else paths.leaves += leaf(pose, turn, size * (0.84 + 0.16 * (((index * 3) % 4) / 3)))
  }
  return { stem: stemOf(way, reach, count), ...paths }
}

function stemOf(way: Way, reach: number, count: number): string {
  const samples = Math.max(1, count) * SAMPLES_PER_EVENT
  return Array.from({ length: samples + 1 }, (_, sample) => {
    const { x, y } = way((reach * sample) / samples)
    return `${sample === 0 ? 'M' : 'L'}${spell([x, y])}`
  }).join('')
}

/** Along a lattice, from left to right, in a wave around its middle. */
export const along = (width: number, middle: number, swing: number, wave: number): Way => {
  return (share) => {
    const x = width * share
    const angle = (2 * Math.PI * x) / wave
    return { x, y: middle + swing * Math.sin(angle), turn: Math.atan((swing * 2 * Math.PI * Math.cos(angle)) / wave) }
  }
}

/** Around a circle, clockwise, from its lowest point. */
export const around = (centre: number, radius: number): Way => {
  return (share) => {
    const angle = Math.PI / 2 + 2 * Math.PI * share
    return {
      x: centre + radius * Math.cos(angle),
      y: centre + radius * Math.sin(angle),
      turn: angle + Math.PI / 2,
    }
  }
}
