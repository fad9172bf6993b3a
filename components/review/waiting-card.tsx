import type { ReactNode } from 'react'
import { FilesOfProof } from '@/components/evidence/file-facts'
import { AutomaticCheck } from '@/components/missions/automatic-check'
import { decisionHash, proofHash } from '@/components/review/shown-hash'
import { type JudgedItem, VerdictPanel } from '@/components/review/verdict-panel'
import { Age } from '@/components/ui/age'
import { ExternalLink } from '@/components/ui/external-link'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { codeHostReference, PROOF_KIND_LABELS } from '@/lib/missions/labels'
import type { WaitingDecision, WaitingProof } from '@/lib/review/schemas'

/** One item of the queue: what is required on the left, what was submitted on the right, and the verdict below. */
function WaitingCard({
  item,
  place,
  count,
  kicker,
  href,
  submittedAt,
  required,
  submitted,
}: {
  item: JudgedItem
  place: number
  count: number
  kicker: ReactNode
  href: string
  submittedAt: string
  required: ReactNode
  submitted: ReactNode
}) {
  const title = `waiting-${item.id}`
  return (
    <li>
      <article
        data-queue-item=""
        tabIndex={-1}
        aria-labelledby={title}
        aria-posinset={place}
        aria-setsize={count}
        className="scroll-mt-24 border border-rule-strong bg-leaf px-5 py-5 focus:outline-3 focus:outline-offset-2 focus:outline-green sm:px-7"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p className="caption">{kicker}</p>
          <p className="text-sm text-ink-soft">
            <Age at={submittedAt} />
            since <Moment at={submittedAt} />
          </p>
        </div>
        <h3 id={title} className="mt-2 text-xl [overflow-wrap:anywhere]">
          <TextLink href={href} className="decoration-green underline-offset-4 hover:underline">
            <Name text={item.title} />
          </TextLink>
        </h3>
        <div className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
          <div className="min-w-0 space-y-4 md:border-r md:border-rule md:pr-10">{required}</div>
          <div className="min-w-0 space-y-4">{submitted}</div>
        </div>
        <VerdictPanel item={item} icon={<Icon name="quill" className="size-4.5" />} />
      </article>
    </li>
  )
}

function CardPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="caption">{name}</h4>
      <div className="mt-0.5">{children}</div>
    </div>
  )
}

const SIDES = ['A', 'B'] as const

export function WaitingDecisionCard({
  decision,
  place,
  count,
}: {
  decision: WaitingDecision
  place: number
  count: number
}) {
  const { id, challengeId, title, owner, sides, side } = decision
  return (
    <WaitingCard
      item={{
        ...{ kind: 'decision', id, recordId: challengeId, title, owner, decisionUrl: decision.decisionUrl },
        contentHash: decisionHash(challengeId, decision),
      }}
      place={place}
      count={count}
      kicker="Decision of a challenge"
      href={`/challenges/${challengeId}`}
      submittedAt={decision.submittedAt}
      required={
        <>
          <CardPart name="The question">
            <Prose text={decision.prompt} />
          </CardPart>
          <CardPart name="The two sides">
            <ul className="space-y-1.5">
              {SIDES.map((letter) => (
                <li key={letter}>
                  <span className="font-semibold">
                    {letter}: <Name text={sides[letter].label} />
                  </span>{' '}
                  <span className="text-sm">
                    {sides[letter].url ? <ExternalLink href={sides[letter].url} /> : null}
                  </span>
                </li>
              ))}
            </ul>
          </CardPart>
        </>
      }
      submitted={
        <>
          <CardPart name="Recorded by the owner">
            <p className="font-display text-xl">
              Side <em>{side}</em>: <Name text={sides[side].label} />
            </p>
            <Prose text={decision.explanation} className="mt-1" />
          </CardPart>
          <CardPart name="Evidence">
            <p>
              <ExternalLink href={decision.decisionUrl} label="The public decision" />
            </p>
          </CardPart>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <span>
              Owner <WalletAddress address={owner} />
            </span>
            {decision.late ? <Late word="After the decision deadline" /> : null}
          </p>
        </>
      }
    />
  )
}

const Late = ({ word }: { word: string }) => <LabelBadge label={{ word, tone: 'waiting', mark: 'hourglass' }} />

export function WaitingProofCard({ proof, place, count }: { proof: WaitingProof; place: number; count: number }) {
  const { id, missionId, title, owner, contributorWallet, submittedBy, milestone, attempt } = proof
  const reference = proof.proofKind === 'CodeHost' ? codeHostReference(proof.url) : null
  return (
    <WaitingCard
      item={{
        ...{ kind: 'proof', id, recordId: missionId, title, owner, contributorWallet, submittedBy },
        contentHash: proofHash({ ...proof, kind: proof.proofKind, milestoneId: milestone.id }),
      }}
      place={place}
      count={count}
      kicker={`Proof of a mission${attempt > 1 ? `, attempt ${attempt}` : ''}`}
      href={`/missions/${missionId}#proof-${id}`}
      submittedAt={proof.submittedAt}
      required={
        <>
          <CardPart name={`${milestone.required ? 'Required' : 'Optional'} milestone`}>
            <p className="font-semibold [overflow-wrap:anywhere]">
              <Name text={milestone.title} />
            </p>
          </CardPart>
          <CardPart name="Proof required">
            <Prose text={proof.requiredProof} />
          </CardPart>
          <CardPart name="Done when">
            <Prose text={proof.definitionOfDone} />
          </CardPart>
          {proof.deliverable ? (
            <CardPart name="Deliverable">
              <Prose text={proof.deliverable} />
            </CardPart>
          ) : null}
        </>
      }
      submitted={
        <>
          <CardPart name={`Evidence: ${PROOF_KIND_LABELS[proof.proofKind]}${reference ? `, ${reference}` : ''}`}>
            <p>
              <ExternalLink href={proof.url} />
            </p>
          </CardPart>
          <CardPart name="In the contributor’s words">
            <Prose text={proof.note} />
          </CardPart>
          {proof.files.length > 0 ? (
            <CardPart name="Files, covered by your signature">
              <FilesOfProof files={proof.files} page={`/missions/${missionId}`} />
            </CardPart>
          ) : null}
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
            <span>
              Submitted by <WalletAddress address={submittedBy} />
            </span>
            <span>
              Owner <WalletAddress address={owner} />
            </span>
            {proof.late ? <Late word="After the deadline" /> : null}
          </p>
          {proof.check.status === 'not-applicable' ? null : <AutomaticCheck check={proof.check} />}
        </>
      }
    />
  )
}
