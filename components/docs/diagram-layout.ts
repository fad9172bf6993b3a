import { type EdgeShape, edgeShape, NODE } from '@/components/docs/diagram-edges'
import { coreEdges, exitsOf, groupRows, layersOf, type Transition } from '@/components/docs/diagram-order'
import type { Row } from '@/lib/machine/machine'

const COLUMN = NODE.width + 44
const LAYER = NODE.height + 98
const FRAME_PAD = { x: 88, y: 26 } as const
const EXIT_GAP = 124
const EXIT_STEP = 130
const MARGIN = 24
const START_RISE = 94

export interface PlacedState {
  readonly state: string
  /** The center of the box. */
  readonly x: number
  readonly y: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Lays out the states and transitions of a state machine from top to bottom. The longest path is one column, side states
 * are beside it, and transitions that are possible from nearly every state lead out of a frame.
 */
export function layOut(rows: readonly Row<string, string, string>[]) {
  const transitions = groupRows(rows)
  const exits = exitsOf(transitions)
  const core = coreEdges(transitions, exits)
  const nodes = place(layersOf(core))
  const at = new Map(nodes.map((node) => [node.state, node]))
  const first = nodes[0] ?? { x: 0, y: 0 }
  const start = { x: first.x, y: first.y - NODE.height / 2 - START_RISE }

  // The frame encloses the states that lead to the exits, so that one arrow replaces many.
  const frame = exits.size > 0 ? frameAround(nodes, transitions, exits) : null
  const isWide = nodes.some(({ x }) => x !== first.x)
  const leaving = frame ? placeExits([...exits], frame, isWide) : []
  const exitEdges = frame ? leaving.map((node) => exitShape(frame, node, transitions)) : []
  const coreShapes = core.flatMap((edge) => {
    const [from, to] = [edge.from === null ? null : at.get(edge.from), at.get(edge.to)]
    const back = core.some((other) => other.from === edge.to && other.to === edge.from && other !== edge)
    return to ? [edgeShape(edge, from ?? start, to, back)] : []
  })
  const all = [...nodes, ...leaving]
  return { view: viewAround(all, start, frame), start, nodes: all, edges: [...coreShapes, ...exitEdges], frame }
}

/** Columns of a layer; the first is for the state with the longest path ahead. */
const COLUMNS = [0, -1, 1, -2, 2]

function place(layers: readonly (readonly string[])[]): PlacedState[] {
  return layers.flatMap((layer, depth) =>
    layer.map((state, at) => ({ state, x: (COLUMNS[at] ?? at) * COLUMN, y: depth * LAYER })),
  )
}

function frameAround(
  nodes: readonly PlacedState[],
  transitions: readonly Transition[],
  exits: ReadonlySet<string>,
): Box {
  const sources = new Set(transitions.filter(({ to }) => exits.has(to)).map(({ from }) => from))
  const inside = nodes.filter(({ state }) => sources.has(state))
  const left = Math.min(...inside.map(({ x }) => x)) - NODE.width / 2 - FRAME_PAD.x
  const right = Math.max(...inside.map(({ x }) => x)) + NODE.width / 2 + FRAME_PAD.x
  const top = Math.min(...inside.map(({ y }) => y)) - NODE.height / 2 - FRAME_PAD.y
  const bottom = Math.max(...inside.map(({ y }) => y)) + NODE.height / 2 + FRAME_PAD.y
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Exits are beside the frame of a single column, or below a wide frame, left and right of the end of the longest path. */
function placeExits(states: readonly string[], frame: Box, isWide: boolean): PlacedState[] {
  const x = frame.x + frame.width + EXIT_GAP + NODE.width / 2
  const middle = frame.y + frame.height / 2
  const below = frame.y + frame.height - FRAME_PAD.y - NODE.height / 2 + LAYER
  return states.map((state, at) =>
    isWide
      ? { state, x: (COLUMNS[at + 1] ?? at) * COLUMN, y: below }
      : { state, x, y: middle + (at - (states.length - 1) / 2) * EXIT_STEP },
  )
}

function exitShape(frame: Box, node: PlacedState, transitions: readonly Transition[]): EdgeShape {
  const { triggers = [], actors = [] } = transitions.find(({ to }) => to === node.state) ?? {}
  const key = `exit ${node.state}`
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
  if (node.x < right) {
    const end = node.y - NODE.height / 2
    const label = { x: node.x + 11, y: (bottom + end) / 2 - 4, anchor: 'start', triggers, actors } as const
    return { key, path: `M${node.x},${bottom} V${end}`, label }
  }
  const end = node.x - NODE.width / 2
  const label = { x: (right + end) / 2 - 4, y: node.y - 26, anchor: 'middle', triggers, actors } as const
  return { key, path: `M${right},${node.y} H${end}`, label }
}

function viewAround(nodes: readonly PlacedState[], start: { y: number }, frame: Box | null): Box {
  const half = NODE.width / 2
  // Without a frame, the labels beside the outermost states need its padding.
  const left = Math.min(...nodes.map(({ x }) => x - half - (frame ? 0 : FRAME_PAD.x)), frame?.x ?? 0) - MARGIN
  const frameRight = frame ? frame.x + frame.width : 0
  const right = Math.max(...nodes.map(({ x }) => x + half + (frame ? 0 : FRAME_PAD.x)), frameRight) + MARGIN
  const top = start.y - MARGIN
  const bottom = Math.max(...nodes.map(({ y }) => y + NODE.height / 2), frame ? frame.y + frame.height : 0) + MARGIN
  return { x: left, y: top, width: right - left, height: bottom - top }
}
