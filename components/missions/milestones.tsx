import type { ReactNode } from 'react'
import { ProofCard } from '@/components/missions/proof-card'
import { Fold, PhoneFold } from '@/components/ui/fold'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { milestoneLabel, verifiedWords } from '@/lib/missions/labels'
import type { Attempt, ShownProofs } from '@/lib/missions/queries'
import type { MissionView } from '@/lib/missions/schemas'

/**
 * The milestones, each with its newest proof. Earlier proofs are folded away, and still earlier ones have their own pages.
 * If there are several milestones, a phone shows only proofs that still need an answer; settled ones are folded.
 */
export function Milestones({
  mission: { id, milestones, receiptId, proofs, attempts },
}: {
  mission: Pick<MissionView, 'id' | 'milestones' | 'receiptId'> & ShownProofs
}) {
  const ended = receiptId !== null
  return (
    <Section
      id="milestones"
      title="Milestones and proof"
      note="Only a verifier’s signature verifies a milestone; a proof that waits, or an automatic check, never does."
      aside={verifiedWords(milestones)}
    >
      <ol className="border-t border-rule">
        {milestones.map((milestone) => {
          const shown = (
            <Attempts
              proofs={proofs.filter((proof) => proof.milestoneId === milestone.id)}
              count={attempts[milestone.id] ?? 0}
              path={`/missions/${id}`}
            />
          )
          const isSettled = milestones.length > 1 && (milestone.verified || ended)
          return (
            <li key={milestone.id} className="border-b border-rule py-6">
              <Milestone milestone={milestone} attempts={attempts[milestone.id] ?? 0} ended={ended}>
                {isSettled && attempts[milestone.id] ? (
                  <div className="max-sm:mt-4 max-sm:border max-sm:border-rule max-sm:px-4 max-sm:py-1">
                    <PhoneFold words="Proof and review">{shown}</PhoneFold>
                  </div>
                ) : (
                  shown
                )}
              </Milestone>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function Milestone({
  milestone,
  attempts,
  ended,
  children,
}: {
  milestone: MissionView['milestones'][number]
  attempts: number
  /** Whether the mission has ended. */
  ended: boolean
  children: ReactNode
}) {
  return (
    <article className="grid gap-x-5 gap-y-3 sm:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span
        aria-hidden="true"
        className="hidden font-display text-3xl leading-none whitespace-nowrap text-ink-soft italic sm:block"
      >
        {milestone.position}
      </span>
      <div className="min-w-0">
        <h3 className="text-xl [overflow-wrap:anywhere]">
          <Name text={milestone.title} />
        </h3>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <LabelBadge label={milestoneLabel(milestone, ended)} />
          <span className={milestone.required ? 'font-semibold' : 'text-ink-soft'}>
            {milestone.required ? 'Required' : 'Optional'}
          </span>
          {milestone.amount ? (
            <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">Amount: {milestone.amount}</span>
          ) : null}
          {attempts > 1 ? <span className="text-ink-soft">{attempts} attempts</span> : null}
        </p>
        {children}
      </div>
    </article>
  )
}

/** The attempts at one milestone. @param count the total, including those that are not shown. */
function Attempts({ proofs, count, path }: { proofs: readonly Attempt[]; count: number; path: string }) {
  const earlier = count - proofs.length
  const newest = proofs.toReversed()
  const isShown = ({ status }: Attempt, place: number) => place === 0 || status === 'verified' || status === 'submitted'
  const folded = newest.filter((proof, place) => !isShown(proof, place))
  return (
    <>
      <Proofs proofs={newest.filter(isShown)} />
      {folded.length > 0 ? (
        <Fold words={folded.length === 1 ? 'The attempt before' : `The ${folded.length} attempts before`}>
          <Proofs proofs={folded} />
        </Fold>
      ) : null}
      {earlier > 0 ? (
        <p className="mt-3">
          <TextLink href={`${path}/proof/1`} className="link">
            {earlier === 1 ? 'One earlier attempt' : `${earlier} earlier attempts`}, among all proofs of this mission
          </TextLink>
        </p>
      ) : null}
    </>
  )
}

function Proofs({ proofs }: { proofs: readonly Attempt[] }) {
  if (proofs.length === 0) return null
  return (
    <ol className="mt-5 space-y-5">
      {proofs.map((proof) => (
        <li key={proof.id}>
          <ProofCard proof={proof} attempt={proof.attempt} heading="h4" />
        </li>
      ))}
    </ol>
  )
}
