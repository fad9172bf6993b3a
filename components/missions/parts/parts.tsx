import type { ComponentProps, ReactNode } from 'react'
import { AutomaticCheck } from '@/components/missions/automatic-check'
import { CheckAgain } from '@/components/missions/parts/check-again'
import { ReportLink } from '@/components/moderation/report-link'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { RecordType } from '@/lib/moderation/schemas'
import { COMMITMENT_KIND_LABELS, EVIDENCE_KIND_LABELS } from '@/lib/projects/labels'
import type { CommitmentView, EvidenceView, FundingView } from '@/lib/projects/schemas'

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

/** What others added of one kind, oldest first, with its heading; nothing where nobody added any. */
export function Parts<One extends { readonly id: string }>({
  parts,
  part,
  ...section
}: Omit<ComponentProps<typeof Section>, 'children'> & {
  parts: readonly One[]
  part: (one: One, index: number) => ReactNode
}) {
  if (parts.length === 0) return null
  return (
    <Section {...section}>
      <ol className="border-t border-rule">{parts.map(part)}</ol>
    </Section>
  )
}

type CheckedProps = ComponentProps<typeof CheckAgain>

/** What a machine read of the transaction that a part names, and where it is asked again. */
function Checked(props: CheckedProps) {
  return (
    <>
      <AutomaticCheck check={props.check} />
      <CheckAgain {...props} />
    </>
  )
}

export function Commitments({ commitments }: { commitments: readonly CommitmentView[] }) {
  return (
    <Parts
      id="commitments"
      title="Commitments"
      note="Work, funds or resources that somebody pledged. A commitment is a word: nothing is held, sent or released."
      parts={commitments}
      part={({ id, kind, description, amount, currency, url, committedBy, committedAt }, index) => (
        <Part
          key={id}
          type="commitment"
          id={id}
          about={`commitment ${index + 1}`}
          by={{ word: 'Pledged by', wallet: committedBy, at: committedAt }}
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <LabelBadge label={COMMITMENT_KIND_LABELS[kind]} />
            {amount || currency ? (
              <span className="font-display text-xl [overflow-wrap:anywhere]">
                {[amount, currency].filter(Boolean).join(' ')}
              </span>
            ) : null}
          </p>
          <Prose text={description} className="mt-2" />
          {url ? (
            <p className="mt-1">
              <ExternalLink href={url} />
            </p>
          ) : null}
        </Part>
      )}
    />
  )
}

/** The transactions that are said to fund a mission, each with what a machine read of it. */
export function Funding({ missionId, funding }: { missionId: string; funding: readonly FundingView[] }) {
  return (
    <Parts
      id="funding"
      title="Funding"
      note="Transactions that are said to fund the mission: recorded, not held. The amount is as its recorder says; the automatic check tells what moved."
      parts={funding}
      part={({ id, transactionUrl, amount, currency, note, recordedBy, recordedAt, check }, index) => (
        <Part
          key={id}
          type="funding"
          id={id}
          about={`funding record ${index + 1}`}
          by={{ word: 'Recorded by', wallet: recordedBy, at: recordedAt }}
          after={<Checked missionId={missionId} recordType="funding" recordId={id} check={check} />}
        >
          <p className="font-display text-xl [overflow-wrap:anywhere]">
            {[amount, currency].filter(Boolean).join(' ') || 'No amount named'}
          </p>
          <p className="mt-1">
            <ExternalLink href={transactionUrl} />
          </p>
          {note ? <Prose text={note} className="mt-1" /> : null}
        </Part>
      )}
    />
  )
}

export function Evidence({ missionId, evidence }: { missionId: string; evidence: readonly EvidenceView[] }) {
  return (
    <Parts
      id="evidence"
      title="Evidence"
      note="Addresses, receipts, deliverables and transactions that anybody may add. Only a proof that a verifier signed verifies a milestone."
      parts={evidence}
      part={({ id, kind, url, txHash, note, submittedBy, submittedAt, check }, index) => (
        <Part
          key={id}
          type="evidence"
          id={id}
          about={`evidence ${index + 1}`}
          by={{ word: 'Added by', wallet: submittedBy, at: submittedAt }}
          after={txHash ? <Checked missionId={missionId} recordType="evidence" recordId={id} check={check} /> : null}
        >
          <h3 className="font-sans font-semibold">{EVIDENCE_KIND_LABELS[kind]}</h3>
          {url ? (
            <p className="mt-1">
              <ExternalLink href={url} />
            </p>
          ) : null}
          {note ? <Prose text={note} className="mt-1" /> : null}
        </Part>
      )}
    />
  )
}
