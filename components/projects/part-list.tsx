import type { ReactNode } from 'react'
import { ReportLink } from '@/components/moderation/report-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { RecordType } from '@/lib/moderation/schemas'

/** The parts of one kind that a project holds, oldest first. @param none what stands there while there is none. */
export function PartList<P extends { readonly id: string }>({
  parts,
  none,
  part,
}: {
  parts: readonly P[]
  none: string
  part: (part: P, index: number) => ReactNode
}) {
  if (parts.length === 0) return <p className="max-w-prose text-ink-soft">{none}</p>
  return <ol className="border-t border-rule">{parts.map(part)}</ol>
}

/** One part: who it is from and when, and where it is reported. @param about names it for those who hear "Report". */
export function Part({
  type,
  id,
  about,
  by,
  after,
  children,
}: {
  type: RecordType
  id: string
  about: string
  /** Null where the part itself says so. */
  by: { readonly word: string; readonly wallet: string; readonly at: string } | null
  /** What others add to it, such as an automatic check. */
  after?: ReactNode
  children: ReactNode
}) {
  return (
    <li id={`${type}-${id}`} className="scroll-mt-24 border-b border-rule py-5">
      <article>
        {children}
        <div className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm text-ink-soft">
          {by ? (
            <p>
              {by.word} <WalletAddress address={by.wallet} />, <Moment at={by.at} />
            </p>
          ) : null}
          <ReportLink type={type} id={id} about={about} inLine />
        </div>
        {after}
      </article>
    </li>
  )
}
