import { ExternalLink } from '@/components/ui/external-link'
import { Icon, type IconName } from '@/components/ui/icon'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'

type Side = 'A' | 'B'

interface Contender {
  readonly label: string
  readonly link: { readonly url: string; readonly submittedBy: string; readonly submittedAt: string } | null
}

type Standing = 'contending' | 'chosen' | 'recorded' | 'other'

const STANDINGS: Readonly<Record<Exclude<Standing, 'contending'>, { word: string; icon: IconName; tone: string }>> = {
  chosen: { word: 'The community’s choice', icon: 'check', tone: 'border-green font-semibold text-green' },
  recorded: {
    word: 'Recorded as the choice, not verified',
    icon: 'hourglass',
    tone: 'border-ochre/60 font-semibold text-ochre',
  },
  other: { word: 'Not chosen; it stays on record', icon: 'outline', tone: 'border-rule text-ink-soft' },
}

const FRAMES: Readonly<Record<Standing, string>> = {
  contending: 'border-rule-strong',
  chosen: 'border-green outline-1 outline-green',
  recorded: 'border-ochre',
  other: 'border-rule-strong',
}

/** Side A against side B. Once a side is chosen it is marked, and the other stays as it was. */
export function Contenders({
  sides,
  chosen,
  isVerified,
}: {
  sides: Readonly<Record<Side, Contender>>
  chosen: Side | null
  /** Whether a verifier signed for the choice; until then it is the owner's word. */
  isVerified: boolean
}) {
  const standing = (side: Side): Standing => {
    if (chosen === null) return 'contending'
    if (chosen !== side) return 'other'
    return isVerified ? 'chosen' : 'recorded'
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-5">
      <Plate side="A" contender={sides.A} standing={standing('A')} />
      <p className="self-center text-center font-display text-xl text-ink-soft italic">versus</p>
      <Plate side="B" contender={sides.B} standing={standing('B')} />
    </div>
  )
}

function Plate({ side, contender, standing }: { side: Side; contender: Contender; standing: Standing }) {
  const mark = standing === 'contending' ? null : STANDINGS[standing]
  return (
    <article className={`flex min-w-0 break-inside-avoid flex-col border bg-leaf px-5 py-5 ${FRAMES[standing]}`}>
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-xl [overflow-wrap:anywhere]">{contender.label}</h3>
        <span className="font-display text-3xl leading-none text-ink-soft italic">
          <span className="sr-only">Side </span>
          {side}
        </span>
      </div>
      <div className="mt-4 flex-1">
        {contender.link ? (
          <>
            <p>
              <ExternalLink href={contender.link.url} />
            </p>
            <p className="mt-2 text-sm text-ink-soft">
              Recorded by <WalletAddress address={contender.link.submittedBy} />,{' '}
              <Moment at={contender.link.submittedAt} />
            </p>
          </>
        ) : (
          <p className="text-ink-soft">No response link yet.</p>
        )}
      </div>
      {mark ? (
        <p className={`mt-4 flex items-center gap-2 border-t pt-3 text-sm ${mark.tone}`}>
          <Icon name={mark.icon} className="size-4" />
          {mark.word}
        </p>
      ) : null}
    </article>
  )
}
