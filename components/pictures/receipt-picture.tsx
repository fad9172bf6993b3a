import { PICTURE_COLOURS } from '@/components/pictures/colours'
import { FootFact, Frame, Mark, Title } from '@/components/pictures/frame'
import type { Label } from '@/lib/machine/labels'

export interface ReceiptFacts {
  readonly title: string
  readonly outcome: Label
  readonly issued: string
  readonly contentHash: string
}

const { inkSoft, green } = PICTURE_COLOURS
const HASH_LINE_CHARS = 32

export function ReceiptPicture({ name, facts }: { name: string; facts: ReceiptFacts }) {
  const { title, outcome, issued, contentHash } = facts
  return (
    <Frame name={name} kind="Receipt of completion" badge={outcome} fact={<FootFact name="issued" value={issued} />}>
      <div style={{ display: 'flex', flexGrow: 1 }}>
        <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, flexBasis: 0, paddingRight: 40 }}>
          <Title text={title} />
          <div style={{ display: 'flex', flexDirection: 'column', marginTop: 'auto', marginBottom: 28 }}>
            <span style={{ fontFamily: 'Brygada 1918', fontStyle: 'italic', fontSize: 28, color: inkSoft }}>
              Content hash, SHA-256
            </span>
            <HashLine text={contentHash.slice(0, HASH_LINE_CHARS)} />
            <HashLine text={contentHash.slice(HASH_LINE_CHARS)} />
          </div>
        </div>
        <Seal />
      </div>
    </Frame>
  )
}

/** In groups, as people read such a thing out. */
function HashLine({ text }: { text: string }) {
  return (
    <div style={{ display: 'flex', marginTop: 2 }}>
      {(text.match(/.{8}/g) ?? []).map((group) => (
        <span key={group} style={{ width: 148, fontSize: 31, letterSpacing: '0.02em' }}>
          {group}
        </span>
      ))}
    </div>
  )
}

function Seal() {
  const dots = Array.from({ length: 60 }, (_, at) => {
    const angle = (at / 60) * 2 * Math.PI
    return { x: 120 + 104 * Math.cos(angle), y: 120 + 104 * Math.sin(angle) }
  })
  return (
    <div style={{ display: 'flex', position: 'relative', width: 240, height: 240 }}>
      <svg aria-hidden="true" width={240} height={240} viewBox="0 0 240 240" fill="none" stroke={green}>
        <circle cx="120" cy="120" r="116" strokeWidth="3" />
        <circle cx="120" cy="120" r="92" strokeWidth="2" />
        {dots.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="2.4" fill={green} stroke="none" />
        ))}
      </svg>
      <div style={{ display: 'flex', position: 'absolute', left: 54, top: 54 }}>
        <Mark size={132} />
      </div>
    </div>
  )
}
