import { PICTURE_COLOURS, TONE_COLOURS } from '@/components/pictures/colours'
import { FootFact, Frame, LabelMark, Title } from '@/components/pictures/frame'
import type { Growth } from '@/lib/history/growth'
import type { Label } from '@/lib/machine/labels'

export interface MissionFacts {
  readonly title: string
  readonly state: Label
  readonly growth: Growth
  readonly milestones: readonly { readonly id: string; readonly title: string; readonly label: Label }[]
  readonly deadline: string | null
}

const MILESTONES_SHOWN = 3
const { inkSoft } = PICTURE_COLOURS

export function MissionPicture({ name, facts }: { name: string; facts: MissionFacts }) {
  const { title, state, milestones, deadline, growth } = facts
  const more = milestones.length - MILESTONES_SHOWN
  return (
    <Frame
      name={name}
      kind="Mission"
      badge={state}
      growth={growth}
      fact={deadline ? <FootFact name="until" value={deadline} /> : null}
    >
      <Title text={title} lines={2} />
      <div style={{ display: 'flex', flexDirection: 'column', marginTop: 'auto', marginBottom: 30 }}>
        {milestones.slice(0, more === 1 ? MILESTONES_SHOWN + 1 : MILESTONES_SHOWN).map((milestone) => (
          <Milestone key={milestone.id} title={milestone.title} label={milestone.label} />
        ))}
        {more > 1 ? (
          <span style={{ marginTop: 8, marginLeft: 52, color: inkSoft, fontSize: 28 }}>and {more} more milestones</span>
        ) : null}
      </div>
    </Frame>
  )
}

function Milestone({ title, label }: { title: string; label: Label }) {
  const colour = TONE_COLOURS[label.tone].ink
  return (
    <div style={{ display: 'flex', alignItems: 'center', marginTop: 8 }}>
      <LabelMark label={label} size={36} strokeWidth="1.6" />
      <span style={{ display: 'block', lineClamp: 1, maxWidth: 720, marginLeft: 16, fontSize: 32 }}>{title}</span>
      <span style={{ marginLeft: 16, fontSize: 27, fontWeight: 600, color: colour }}>{label.word}</span>
    </div>
  )
}
