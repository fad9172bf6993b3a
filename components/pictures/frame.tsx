import type { ReactNode } from 'react'
import { PICTURE_COLOURS, PICTURE_VINE, TONE_COLOURS } from '@/components/pictures/colours'
import { iconDrawing } from '@/components/ui/icon'
import { BAND, latticeVine } from '@/components/vine/vine'
import type { Growth } from '@/lib/history/growth'
import type { Label } from '@/lib/machine/labels'

// Preview pictures for shared links. The renderer supports only flex boxes and inline styles.

export const PICTURE = { width: 1200, height: 630 } as const

export const ITALIC = { fontFamily: 'Brygada 1918', fontStyle: 'italic' } as const

const { paper, ink, inkSoft, ruleStrong, green } = PICTURE_COLOURS

/** A double line. */
export const RULE = {
  display: 'flex',
  height: 7,
  borderTop: `2px solid ${ruleStrong}`,
  borderBottom: `2px solid ${ruleStrong}`,
} as const

/** The frame of every record's picture: the mark and the service's name, the record's vine, the content and a footer. */
export function Frame({
  name,
  kind,
  badge,
  growth,
  fact,
  children,
}: {
  name: string
  kind: string
  badge: Label
  growth?: Growth
  fact: ReactNode
  children: ReactNode
}) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: '40px 64px 44px',
        backgroundColor: paper,
        color: ink,
        fontFamily: 'Ysabeau Office',
        fontSize: 30,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', marginBottom: 20 }}>
        <Mark size={54} />
        <span style={{ marginLeft: 16, fontFamily: 'Brygada 1918', fontSize: 40 }}>{name}</span>
        <span style={{ ...ITALIC, marginLeft: 'auto', fontSize: 34, color: inkSoft }}>{kind}</span>
      </div>
      {growth ? (
        <svg
          aria-hidden="true"
          width={BAND.width}
          height={BAND.height}
          viewBox={`0 0 ${BAND.width} ${BAND.height}`}
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          {latticeVine(growth, BAND, PICTURE_VINE)}
        </svg>
      ) : (
        <div style={RULE} />
      )}
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, paddingTop: 28 }}>{children}</div>
      <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Badge label={badge} />
        {fact}
      </div>
    </div>
  )
}

export function Mark({ size }: { size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M14 30.5 5.5 3.5M18 30.5 26.5 3.5M4.5 11h23M7.5 20.5h17" stroke={ink} strokeWidth="1.4" opacity="0.7" />
      <path d="M16 30.5C15 24.5 17 18 16.1 9" stroke={green} strokeWidth="2.2" />
      <path
        d="M16.1 10.5C13 7.8 13 4.3 16 1c3 3.3 3.1 6.8.1 9.5ZM16 24.5c-4.5.2-7.3-2.2-7.9-6.9 4.7.2 7.5 2.6 7.9 6.9ZM16.3 18.5c.3-4.3 3-6.7 7.7-7-.5 4.7-3.2 7.1-7.7 7Z"
        stroke={green}
        fill={green}
      />
    </svg>
  )
}

/** A title that fits its space: longer titles are smaller, with at most three lines. */
export function Title({ text, lines = 3 }: { text: string; lines?: number }) {
  const fontSize = text.length <= 38 ? 70 : text.length <= 80 ? 56 : 46
  return (
    <span
      style={{
        display: 'block',
        lineClamp: lines,
        fontFamily: 'Brygada 1918',
        fontSize,
        lineHeight: 1.12,
        letterSpacing: '-0.005em',
      }}
    >
      {text}
    </span>
  )
}

/** The icon of a label, in its colour. */
export function LabelMark({ label, size, strokeWidth }: { label: Label; size: number; strokeWidth: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke={TONE_COLOURS[label.tone].ink}
      strokeWidth={strokeWidth}
      strokeLinecap="round"
    >
      {iconDrawing(label.mark)}
    </svg>
  )
}

function Badge({ label }: { label: Label }) {
  const { ink: colour, wash } = TONE_COLOURS[label.tone]
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        padding: '7px 20px 9px 16px',
        border: `2px ${label.tone === 'resting' ? 'dashed' : 'solid'} ${colour}`,
        borderRadius: 4,
        backgroundColor: wash,
        color: colour,
        fontWeight: 600,
        fontSize: 32,
      }}
    >
      <LabelMark label={label} size={34} strokeWidth="1.5" />
      <span style={{ marginLeft: 12 }}>{label.word}</span>
    </div>
  )
}

export function FootFact({ name, value }: { name: string; value: string }) {
  return (
    <div style={{ display: 'flex', alignItems: 'baseline' }}>
      <span style={{ ...ITALIC, color: inkSoft, fontSize: 30 }}>{name}</span>
      <span style={{ marginLeft: 12, fontWeight: 600 }}>{value}</span>
    </div>
  )
}
