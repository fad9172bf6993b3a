import type { Row } from '@/lib/machine/machine'

/** All rows between the same two states, drawn as one arrow. */
export interface Transition {
  /** Null for the creation of the record. */
  readonly from: string | null
  readonly to: string
  readonly triggers: readonly string[]
  readonly actors: readonly string[]
}

/** An exit has at least this many source states and no outgoing transition. */
const EXIT_SOURCES_MIN = 3

export function groupRows(rows: readonly Row<string, string, string>[]): Transition[] {
  const pairs = [...new Map(rows.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()]
  return pairs.map(({ from, to }) => {
    const all = rows.filter((row) => row.from === from && row.to === to)
    return { from, to, triggers: distinct(all.map(({ on }) => on)), actors: distinct(all.map(({ by }) => by)) }
  })
}

const distinct = (words: readonly string[]) => [...new Set(words)]

export function exitsOf(transitions: readonly Transition[]): Set<string> {
  const targets = new Set(transitions.map(({ to }) => to))
  const leadsOut = (state: string) => transitions.some(({ from }) => from === state)
  const sources = (state: string) => transitions.filter(({ to }) => to === state).length
  return new Set([...targets].filter((state) => !leadsOut(state) && sources(state) >= EXIT_SOURCES_MIN))
}

export const coreEdges = (transitions: readonly Transition[], exits: ReadonlySet<string>) =>
  transitions.filter(({ to }) => !exits.has(to))

/** The states in layers by their longest path from the start. In each layer, the state with the longest path ahead is first. */
export function layersOf(edges: readonly Transition[]): string[][] {
  const onward = withoutWaysBack(edges)
  const states = [...new Set(edges.map(({ to }) => to))]
  const depth = (state: string): number =>
    Math.max(0, ...onward.filter(({ to }) => to === state).map(({ from }) => depth(from) + 1))
  const reach = (state: string): number =>
    Math.max(0, ...onward.filter(({ from }) => from === state).map(({ to }) => reach(to) + 1))
  const layers: string[][] = []
  for (const state of states) layers[depth(state)] = [...(layers[depth(state)] ?? []), state]
  return layers.map((layer) => layer.sort((a, b) => reach(b) - reach(a)))
}

interface Onward {
  readonly from: string
  readonly to: string
}

/** The transitions without those that lead back to a state on the same path from the start. */
function withoutWaysBack(edges: readonly Transition[]): Onward[] {
  const onward: Onward[] = []
  const seen = new Set<string>()
  const walk = (state: string, way: readonly string[]) => {
    if (seen.has(state)) return
    seen.add(state)
    for (const { from, to } of edges) {
      if (from !== state || way.includes(to)) continue
      onward.push({ from: state, to })
      walk(to, [...way, to])
    }
  }
  for (const { from, to } of edges) if (from === null) walk(to, [to])
  return onward
}
