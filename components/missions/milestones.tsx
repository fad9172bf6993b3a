import { ProofCard } from '@/components/missions/proof-card'
import { LabelBadge } from '@/components/ui/label-badge'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { milestoneLabel } from '@/lib/missions/labels'
import type { Attempt, ShownProofs } from '@/lib/missions/queries'
import type { MissionView } from '@/lib/missions/schemas'

/** The milestones, each with the last proofs that were submitted for it; earlier ones have pages of their own. */
export function Milestones({ mission }: { mission: Pick<MissionView, 'id' | 'milestones'> & ShownProofs }) {
  const verified = mission.milestones.filter((milestone) => milestone.verified).length
  return (
    <Section
      id="milestones"
      title="Milestones and proof"
      note="A milestone is verified by a verifier’s signature only. A proof that waits, or an automatic check, never says so."
      aside={`${verified} of ${mission.milestones.length} verified`}
    >
      <ol className="border-t border-rule">
        {mission.milestones.map((milestone) => (
          <li key={milestone.id} className="border-b border-rule py-6">
            <Milestone
              milestone={milestone}
              proofs={mission.proofs.filter((proof) => proof.milestoneId === milestone.id)}
              attempts={mission.attempts[milestone.id] ?? 0}
              path={`/missions/${mission.id}`}
            />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Milestone({
  milestone,
  proofs,
  attempts,
  path,
}: {
  milestone: MissionView['milestones'][number]
  proofs: readonly Attempt[]
  /** How many there are in all. */
  attempts: number
  path: string
}) {
  const earlier = attempts - proofs.length
  return (
    <article className="grid gap-x-5 gap-y-3 sm:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="hidden font-display text-3xl leading-none text-ink-soft italic sm:block">
        {milestone.position}
      </span>
      <div className="min-w-0">
        <h3 className="text-xl [overflow-wrap:anywhere]">{milestone.title}</h3>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <LabelBadge label={milestoneLabel(milestone)} />
          <span className={milestone.required ? 'font-semibold' : 'text-ink-soft'}>
            {milestone.required ? 'Required' : 'Optional'}
          </span>
          {milestone.amount ? <span className="text-ink-soft">Amount: {milestone.amount}</span> : null}
          {attempts > 1 ? <span className="text-ink-soft">{attempts} attempts</span> : null}
        </p>
        {earlier > 0 ? (
          <p className="mt-3">
            <TextLink href={`${path}/proof/1`} className="link">
              {earlier === 1 ? 'One earlier attempt' : `${earlier} earlier attempts`}, among all proofs of this mission
            </TextLink>
          </p>
        ) : null}
        {proofs.length > 0 ? (
          <ol className="mt-5 space-y-5">
            {proofs.map((proof) => (
              <li key={proof.id}>
                <ProofCard proof={proof} attempt={proof.attempt} heading="h4" />
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </article>
  )
}
