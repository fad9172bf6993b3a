import { type EdgeLabel, NODE } from '@/components/docs/diagram-edges'
import { layOut, type PlacedState } from '@/components/docs/diagram-layout'
import { iconDrawing } from '@/components/ui/icon'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { Label, Tone } from '@/lib/machine/labels'
import type { Row } from '@/lib/machine/machine'

const BOXES: Readonly<Record<Tone, string>> = {
  resting: 'fill-leaf stroke-rule-strong',
  growing: 'fill-leaf stroke-green',
  waiting: 'fill-ochre-wash stroke-ochre',
  done: 'fill-green-wash stroke-green',
  refused: 'fill-madder-wash stroke-madder',
}

const INKS: Readonly<Record<Tone, string>> = {
  resting: 'text-ink-soft',
  growing: 'text-green',
  waiting: 'text-ochre',
  done: 'text-green-deep',
  refused: 'text-madder',
}

const LINE = 17
const ICON = 22

/** A state machine as a diagram. The table below has the same content, so screen readers skip the diagram. */
export function StateDiagram({
  id,
  title,
  rows,
  labels,
}: {
  id: string
  title: string
  rows: readonly Row<string, string, string>[]
  labels: Readonly<Record<string, Label>>
}) {
  const { view, start, nodes, edges, frame } = layOut(rows)
  const head = `${id}-head`
  return (
    <ScrollArea label={title}>
      <svg
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        width={view.width}
        className="mx-auto block h-auto max-w-full min-w-[41rem]"
        role="img"
        aria-label={`${title}; the table after it says the same.`}
      >
        <defs>
          <marker
            id={head}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="9"
            markerHeight="9"
            orient="auto-start-reverse"
          >
            <path d="M1 1.5 9 5 1 8.5" className="fill-none stroke-ink-soft" strokeWidth="1.6" />
          </marker>
        </defs>
        {frame ? <rect {...frame} rx="6" className="fill-none stroke-rule-strong" strokeDasharray="5 5" /> : null}
        <circle cx={start.x} cy={start.y} r="6" className="fill-ink-soft" />
        {edges.map((edge) => (
          <g key={edge.key}>
            <path d={edge.path} className="fill-none stroke-ink-soft" strokeWidth="1.5" markerEnd={`url(#${head})`} />
            <Words label={edge.label} />
          </g>
        ))}
        {nodes.map((node) => (
          <StateBox key={node.state} node={node} label={labels[node.state]} />
        ))}
      </svg>
    </ScrollArea>
  )
}

/** The triggers and actors of a transition. An outline in the paper colour keeps them readable over another arrow. */
function Words({ label }: { label: EdgeLabel }) {
  const { x, y, anchor, triggers, actors } = label
  const first = y - (triggers.length - 1) * LINE
  return (
    <text
      textAnchor={anchor}
      className="fill-ink stroke-paper text-[14.5px]"
      strokeWidth="5"
      paintOrder="stroke"
      strokeLinejoin="round"
    >
      {triggers.map((trigger, at) => (
        <tspan key={trigger} x={x} y={first + at * LINE} className="font-semibold">
          {trigger}
        </tspan>
      ))}
      <tspan x={x} y={y + LINE} className="fill-ink-soft">
        {actors.join(', ')}
      </tspan>
    </text>
  )
}

function StateBox({ node, label }: { node: PlacedState; label: Label | undefined }) {
  const tone = label?.tone ?? 'resting'
  const left = node.x - NODE.width / 2
  return (
    <g className={INKS[tone]}>
      <rect
        x={left}
        y={node.y - NODE.height / 2}
        {...NODE}
        rx="4"
        className={BOXES[tone]}
        strokeWidth="1.5"
        strokeDasharray={tone === 'resting' ? '4 3' : undefined}
      />
      {label ? (
        <svg
          x={left + 11}
          y={node.y - ICON / 2}
          width={ICON}
          height={ICON}
          viewBox="0 0 20 20"
          className="fill-none stroke-current"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {iconDrawing(label.mark)}
        </svg>
      ) : null}
      <text x={left + 42} y={node.y - 4} className="fill-current text-[14.5px] font-semibold">
        {label?.word ?? node.state}
      </text>
      <text x={left + 42} y={node.y + 14} className="fill-ink-soft font-mono text-[11px]">
        {node.state}
      </text>
    </g>
  )
}
