import { PICTURE_COLOURS, PICTURE_VINE } from '@/components/pictures/colours'
import { FootFact, Frame, ITALIC, Mark, Title } from '@/components/pictures/frame'
import { wreath } from '@/components/vine/vine'
import type { Growth } from '@/lib/history/growth'
import type { Label } from '@/lib/machine/labels'

export interface ReceiptFacts {
  readonly title: string
  readonly outcome: Label
  readonly issued: string
  readonly contentHash: string
  readonly growth: Growth
}

const { inkSoft, green } = PICTURE_COLOURS
const HASH_LINE_CHARS = 32

export function ReceiptPicture({ name, facts }: { name: string; facts: ReceiptFacts }) {
  const { title, outcome, issued, contentHash, growth } = facts
  return (
    <Frame name={name} kind="Receipt" badge={outcome} fact={<FootFact name="issued" value={issued} />}>
      <div style={{ display: 'flex', flexGrow: 1 }}>
        <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, flexBasis: 0, paddingRight: 40 }}>
          <Title text={title} />
          <div style={{ display: 'flex', flexDirection: 'column', marginTop: 'auto', marginBottom: 28 }}>
            <span style={{ ...ITALIC, fontSize: 28, color: inkSoft }}>Content hash, SHA-256</span>
            <HashLine text={contentHash.slice(0, HASH_LINE_CHARS)} />
            <HashLine text={contentHash.slice(HASH_LINE_CHARS)} />
          </div>
        </div>
        <Seal growth={growth} />
      </div>
    </Frame>
  )
}

/** In groups of eight, as people read a hash aloud. */
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

function Seal({ growth }: { growth: Growth }) {
  return (
    <div style={{ display: 'flex', position: 'relative', width: 320, height: 320 }}>
      <svg
        aria-hidden="true"
        width={320}
        height={320}
        viewBox="0 0 320 320"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="160" cy="160" r="84" stroke={green} strokeWidth="2" strokeDasharray="0.1 9" />
        {wreath({ growth, centre: 160, radius: 116, colours: PICTURE_VINE })}
      </svg>
      <div style={{ display: 'flex', position: 'absolute', left: 96, top: 96 }}>
        <Mark size={128} />
      </div>
    </div>
  )
}
