import { ReportLink } from '@/components/moderation/report-link'
import { ExternalLink } from '@/components/ui/external-link'
import { Icon, type IconName } from '@/components/ui/icon'
import { Name } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'

type Side = 'A' | 'B'

interface Contender {
  readonly label: string
  readonly link: {
    readonly id?: string
    readonly url: string | null
    readonly submittedBy: string
    readonly submittedAt: string
  } | null
}

type SideStatus = 'contending' | 'chosen' | 'recorded' | 'other'

const MARKS: Readonly<Record<Exclude<SideStatus, 'contending'>, { word: string; icon: IconName; tone: string }>> = {
  chosen: { word: 'The community’s choice', icon: 'check', tone: 'border-green font-semibold text-green' },
  recorded: {
    word: 'Recorded as the choice, not verified',
    icon: 'hourglass',
    tone: 'border-ochre/60 font-semibold text-ochre',
  },
  other: { word: 'Not chosen; it stays on record', icon: 'outline', tone: 'border-rule text-ink-soft' },
}

const FRAMES: Readonly<Record<SideStatus, string>> = {
  contending: 'border-rule-strong',
  chosen: 'border-green outline-1 outline-green',
  recorded: 'border-ochre',
  other: 'border-rule-strong',
}

/** Side A against side B. The chosen side is marked; the other one stays unchanged. */
export function Contenders({
  sides,
  chosen,
  isVerified,
  isReportable = false,
  ended = true,
}: {
  sides: Readonly<Record<Side, Contender>>
  chosen: Side | null
  /** Whether a verifier signed the choice; until then it is only the owner's statement. */
  isVerified: boolean
  /** Whether links can be reported, and hidden, on this page. */
  isReportable?: boolean
  /** Whether no side takes a response any more. */
  ended?: boolean
}) {
  const status = (side: Side): SideStatus => {
    if (chosen === null) return 'contending'
    if (chosen !== side) return 'other'
    return isVerified ? 'chosen' : 'recorded'
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-5">
      <Plate side="A" contender={sides.A} status={status('A')} isReportable={isReportable} ended={ended} />
      <p className="self-center text-center font-display text-xl text-ink-soft italic">versus</p>
      <Plate side="B" contender={sides.B} status={status('B')} isReportable={isReportable} ended={ended} />
    </div>
  )
}

interface PlateProps {
  readonly side: Side
  readonly contender: Contender
  readonly status: SideStatus
  readonly isReportable: boolean
  readonly ended: boolean
}

function Plate({ side, contender: { label, link }, status, isReportable, ended }: PlateProps) {
  const mark = status === 'contending' ? null : MARKS[status]
  const reported = isReportable && link?.url ? link.id : undefined
  return (
    <article className={`flex min-w-0 break-inside-avoid flex-col border bg-leaf px-5 py-5 ${FRAMES[status]}`}>
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-xl [overflow-wrap:anywhere]">
          <Name text={label} />
        </h3>
        <span className="font-display text-3xl leading-none text-ink-soft italic">
          <span className="sr-only">Side </span>
          {side}
        </span>
      </div>
      <div id={link?.id && `submission-${link.id}`} className="mt-4 flex-1 scroll-mt-24">
        {link ? (
          <>
            {link.url ? (
              <p>
                <ExternalLink href={link.url} />
              </p>
            ) : (
              <p className="text-ink-soft">A moderator hid this link.</p>
            )}
            <p className="mt-2 text-sm text-ink-soft">
              Recorded by <WalletAddress address={link.submittedBy} /> on <Moment at={link.submittedAt} />
            </p>
            {reported ? <ReportLink type="submission" id={reported} about={`the response of side ${side}`} /> : null}
          </>
        ) : (
          <p className="text-ink-soft">{ended ? 'No response link.' : 'No response link yet.'}</p>
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
