import type { Transition } from '@/components/docs/diagram-order'

export const NODE = { width: 212, height: 58 } as const

export interface EdgeLabel {
  readonly x: number
  /** The position of the first line. */
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly triggers: readonly string[]
  readonly actors: readonly string[]
}

export interface EdgeShape {
  readonly key: string
  /** SVG path data; the arrowhead is at its end. */
  readonly path: string
  readonly label: EdgeLabel
}

interface Point {
  readonly x: number
  readonly y: number
}

const HALF = { x: NODE.width / 2, y: NODE.height / 2 } as const

const LABEL_GAP = 11

/** The distance of each arrow of a pair from the middle. */
const PAIR_NEAR = 34

const PAIR_WIDE = 76

const LOOP = 30

const LANE = 54

/** Draws one transition. @param paired whether another transition leads the opposite way. */
export function edgeShape(edge: Transition, from: Point, to: Point, paired: boolean): EdgeShape {
  const isLoop = edge.from === edge.to
  const side = Math.sign(to.x - from.x)
  const shape = isLoop
    ? loop(from)
    : edge.from === null
      ? beginning(from, to)
      : to.y < from.y
        ? wayBack(from, to)
        : side === 0
          ? straight(from, to, paired)
          : aside(from, to, side, paired)
  const { path, x, y, anchor } = shape
  return { key: `${edge.from} ${edge.to}`, path, label: { x, y, anchor, triggers: edge.triggers, actors: edge.actors } }
}

type Drawn = Pick<EdgeShape, 'path'> & Pick<EdgeLabel, 'x' | 'y' | 'anchor'>

const middle = (a: number, b: number) => (a + b) / 2

function straight(from: Point, to: Point, paired: boolean): Drawn {
  const x = paired ? from.x - PAIR_NEAR : from.x
  const [top, bottom] = [from.y + HALF.y, to.y - HALF.y]
  const label = paired ? { x: x - LABEL_GAP, anchor: 'end' as const } : { x: x + LABEL_GAP, anchor: 'start' as const }
  return { path: `M${x},${top} V${bottom}`, y: middle(top, bottom) + 2, ...label }
}

/** From the start dot: straight into the first state, around it into a later one. */
function beginning(from: Point, to: Point): Drawn {
  const top = to.y - HALF.y
  if (top - from.y < NODE.height * 2) {
    return { path: `M${from.x},${from.y} V${top}`, x: from.x + LABEL_GAP, y: from.y + 22, anchor: 'start' }
  }
  const lane = to.x - HALF.x - LANE
  return {
    path: `M${from.x},${from.y} C${lane - 20},${from.y} ${lane - 20},${to.y} ${to.x - HALF.x},${to.y}`,
    x: lane - LABEL_GAP / 2,
    y: from.y + 22,
    anchor: 'end',
  }
}

function loop({ x, y }: Point): Drawn {
  const right = x + HALF.x
  const reach = right + LOOP * 1.4
  return {
    path: `M${right},${y - 13} C${reach},${y - 22} ${reach},${y + 22} ${right},${y + 13}`,
    x: right + LOOP + 8,
    y: y - 1,
    anchor: 'start',
  }
}

/** Down to a state in a side column. */
function aside(from: Point, to: Point, side: number, paired: boolean): Drawn {
  const [startX, startY] = [from.x + side * (HALF.x - 6), from.y + HALF.y]
  const [endX, endY] = [paired ? to.x - side * PAIR_WIDE : to.x, to.y - HALF.y]
  const bend = (endY - startY) / 2
  const path = `M${startX},${startY} C${startX},${startY + bend} ${endX},${endY - bend} ${endX},${endY}`
  if (paired) return { path, x: to.x, y: endY - 34, anchor: 'middle' }
  return { path, x: endX + side * LABEL_GAP, y: endY - 40, anchor: side > 0 ? 'start' : 'end' }
}

/** Back up: beside the downward arrow, or from a side state into the flank of the state above. */
function wayBack(from: Point, to: Point): Drawn {
  const side = Math.sign(from.x - to.x)
  const [top, bottom] = [to.y + HALF.y, from.y - HALF.y]
  if (side === 0) {
    const x = from.x + PAIR_NEAR
    return { path: `M${x},${bottom} V${top}`, x: x + LABEL_GAP, y: middle(top, bottom) + 2, anchor: 'start' }
  }
  const x = from.x + side * PAIR_WIDE
  const flank = to.x + side * HALF.x
  return {
    path: `M${x},${bottom} C${x},${to.y + 6} ${x},${to.y} ${flank},${to.y}`,
    x: x + side * LABEL_GAP,
    y: bottom - 34,
    anchor: side > 0 ? 'start' : 'end',
  }
}
