import type { ComponentProps, ReactNode } from 'react'
import { AutomaticCheck } from '@/components/missions/automatic-check'
import { CheckAgain } from '@/components/missions/parts/check-again'
import { ReportLink } from '@/components/moderation/report-link'
import { SignedWords } from '@/components/record/signed-words'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { eventVerdict } from '@/lib/history/event-verdict'
import type { HistoryEventView } from '@/lib/history/schemas'
import type { RecordType } from '@/lib/moderation/schemas'
import { COMMITMENT_KIND_LABELS, EVIDENCE_KIND_LABELS, projectDecisionLabel } from '@/lib/projects/labels'
import type { CommitmentView, EvidenceView, FundingView, ProjectDecisionView } from '@/lib/projects/schemas'

/** A list of parts that others added to a mission, oldest first, each with its author, its time and a link to report it. */
function Parts<One extends { readonly id: string }>({
  parts,
  type,
  about,
  by,
  after,
  children,
  ...section
}: Omit<ComponentProps<typeof Section>, 'children'> & {
  parts: readonly One[]
  type: RecordType
  /** Names a part, together with its number, for screen readers that reach "Report". */
  about: string
  /** Null if the part itself names its author. */
  by: (one: One) => { readonly word: string; readonly wallet: string; readonly at: string } | null
  /** Content below a part, such as an automatic check. */
  after?: (one: One) => ReactNode
  children: (one: One) => ReactNode
}) {
  if (parts.length === 0) return null
  return (
    <Section {...section}>
      <ol className="border-t border-rule">
        {parts.map((one, index) => {
          const from = by(one)
          return (
            <li key={one.id} id={`${type}-${one.id}`} className="scroll-mt-24 border-b border-rule py-5">
              <article>
                {children(one)}
                <div className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm text-ink-soft">
                  {from ? (
                    <p>
                      {from.word} <WalletAddress address={from.wallet} /> on <Moment at={from.at} />
                    </p>
                  ) : null}
                  <ReportLink type={type} id={one.id} about={`${about} ${index + 1}`} inLine />
                </div>
                {after?.(one)}
              </article>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** The automatic check of a part's transaction, and a button to repeat it. */
function Checked(props: ComponentProps<typeof CheckAgain>) {
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
      type="commitment"
      about="commitment"
      by={({ committedBy, committedAt }) => ({ word: 'Pledged by', wallet: committedBy, at: committedAt })}
    >
      {({ kind, description, amount, currency, url }) => (
        <>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <LabelBadge label={COMMITMENT_KIND_LABELS[kind]} />
            {amount || currency ? (
              <span className="font-display text-xl [overflow-wrap:anywhere]">
                {[amount, currency].filter(Boolean).join(' ')}
              </span>
            ) : null}
          </p>
          <Prose text={description} className="mt-2" />
          <Link href={url} />
        </>
      )}
    </Parts>
  )
}

/** The transactions recorded as funding, each with its automatic check. */
export function Funding({ missionId, funding }: { missionId: string; funding: readonly FundingView[] }) {
  return (
    <Parts
      id="funding"
      title="Funding"
      note="Transactions that are said to fund the mission: recorded, not held. The amount is as its recorder says; the automatic check tells what moved. Several wallets may name the same transaction."
      parts={funding}
      type="funding"
      about="funding record"
      by={({ recordedBy, recordedAt }) => ({ word: 'Recorded by', wallet: recordedBy, at: recordedAt })}
      after={({ id, check }) => <Checked missionId={missionId} recordType="funding" recordId={id} check={check} />}
    >
      {({ transactionUrl, amount, currency, note }) => (
        <>
          <p className="font-display text-xl [overflow-wrap:anywhere]">
            {[amount, currency].filter(Boolean).join(' ') || 'No amount named'}
          </p>
          <Link href={transactionUrl} />
          {note ? <Prose text={note} className="mt-1" /> : null}
        </>
      )}
    </Parts>
  )
}

export function Evidence({ missionId, evidence }: { missionId: string; evidence: readonly EvidenceView[] }) {
  return (
    <Parts
      id="evidence"
      title="Evidence"
      note="Addresses, receipts, deliverables and transactions that anybody may add. Only a proof that a verifier signed verifies a milestone."
      parts={evidence}
      type="evidence"
      about="evidence"
      by={({ submittedBy, submittedAt }) => ({ word: 'Added by', wallet: submittedBy, at: submittedAt })}
      after={({ id, txHash, check }) =>
        txHash ? <Checked missionId={missionId} recordType="evidence" recordId={id} check={check} /> : null
      }
    >
      {({ kind, url, note }) => (
        <>
          <h3 className="font-sans font-semibold">{EVIDENCE_KIND_LABELS[kind]}</h3>
          <Link href={url} />
          {note ? <Prose text={note} className="mt-1" /> : null}
        </>
      )}
    </Parts>
  )
}

function Link({ href }: { href: string | null }) {
  if (!href) return null
  return (
    <p className="mt-1">
      <ExternalLink href={href} />
    </p>
  )
}

/** Reviewers' decisions about a mission: named opinions, and the signed decisions of verifiers. */
export function Decisions({
  decisions,
  events,
}: {
  decisions: readonly ProjectDecisionView[]
  /** The events of signed decisions, which keep the content that was judged. */
  events: readonly HistoryEventView[]
}) {
  const signed = decisions.filter((decision) => decision.signed).length
  return (
    <Parts
      id="decisions"
      title="Reviewers’ decisions"
      note="Anybody but the owner and the contributor may decide under a name, which nobody verified: that is an opinion. A verifier’s decision is signed, and anyone can check the signature."
      aside={`${signed} of ${decisions.length} signed by verifiers`}
      parts={decisions}
      type="decision"
      about="decision"
      by={({ verification, decidedBy, decidedAt }) =>
        verification ? null : { word: 'Recorded by', wallet: decidedBy, at: decidedAt }
      }
    >
      {(decision) => <Decision decision={decision} content={judgedBy(decision, events)} />}
    </Parts>
  )
}

/** The content that a signed decision judged, as it was then. */
function judgedBy({ id }: ProjectDecisionView, events: readonly HistoryEventView[]): object | null {
  const event = events.find(({ data }) => data['decisionId'] === id)
  return (event && eventVerdict(event.data)?.content) ?? null
}

function Decision({ decision, content }: { decision: ProjectDecisionView; content: object | null }) {
  const { reviewerName, reason, verification } = decision
  const label = projectDecisionLabel(decision)
  if (verification) return <SignedWords label={label} words={reason} signed={verification} content={content} />
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <LabelBadge label={label} />
        <span className="[overflow-wrap:anywhere]">
          <bdi className="font-semibold">{reviewerName}</bdi>{' '}
          <span className="text-sm text-ink-soft">(unverified name, not signed)</span>
        </span>
      </p>
      <Prose text={reason} className="mt-2" />
    </>
  )
}
