import { PICTURE_COLOURS } from '@/components/pictures/colours'
import { FootFact, Frame, ITALIC, Title } from '@/components/pictures/frame'
import type { Growth } from '@/lib/history/growth'
import type { Label } from '@/lib/machine/labels'

export interface ChallengeFacts {
  readonly title: string
  readonly sides: Readonly<Record<'A' | 'B', string>>
  /** The side that the community chose, once a verifier has approved the decision. */
  readonly chosen: 'A' | 'B' | null
  readonly state: Label
  readonly growth: Growth
  readonly deadline: { readonly name: string; readonly day: string } | null
}

const { leaf, inkSoft, ruleStrong, green } = PICTURE_COLOURS

export function ChallengePicture({ name, facts }: { name: string; facts: ChallengeFacts }) {
  const { title, sides, chosen, state, deadline, growth } = facts
  return (
    <Frame
      name={name}
      kind="Challenge"
      badge={state}
      growth={growth}
      fact={deadline ? <FootFact name={deadline.name} value={deadline.day} /> : null}
    >
      <Title text={title} lines={2} />
      <div style={{ display: 'flex', alignItems: 'center', marginTop: 'auto', marginBottom: 30 }}>
        <Side letter="A" label={sides.A} chosen={chosen === 'A'} />
        <span style={{ ...ITALIC, margin: '0 26px', fontSize: 34, color: inkSoft }}>versus</span>
        <Side letter="B" label={sides.B} chosen={chosen === 'B'} />
      </div>
    </Frame>
  )
}

function Side({ letter, label, chosen }: { letter: string; label: string; chosen: boolean }) {
  return (
    <div
      style={{
        display: 'flex',
        flexBasis: 0,
        flexGrow: 1,
        height: 170,
        padding: '20px 26px',
        border: `${chosen ? 4 : 2}px solid ${chosen ? green : ruleStrong}`,
        backgroundColor: leaf,
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, flexBasis: 0, paddingRight: 16 }}>
        <span
          style={{
            display: 'block',
            lineClamp: chosen ? 2 : 3,
            fontFamily: 'Brygada 1918',
            fontSize: label.length > 32 ? 34 : 40,
            lineHeight: 1.15,
          }}
        >
          {label}
        </span>
        {chosen ? (
          <span style={{ marginTop: 'auto', fontSize: 26, fontWeight: 600, color: green }}>The community’s choice</span>
        ) : null}
      </div>
      <span style={{ ...ITALIC, fontSize: 64, lineHeight: 0.9, color: chosen ? green : inkSoft }}>{letter}</span>
    </div>
  )
}
