'use client'

import { FilesOfProof } from '@/components/evidence/files-of-proof'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { waitingProof } from '@/components/missions/actions/mission-actions'
import type { MissionFormProps } from '@/components/missions/actions/props'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { PREPARE_WORDS, PROOF_FIELD, PROOF_VERDICT, WHY_FIELD } from '@/components/review/verdicts'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { reviewProof } from '@/lib/missions/contract'
import type { MissionRecord, ProofView } from '@/lib/missions/schemas'

export function ReviewForm({ mission }: MissionFormProps) {
  const proof = waitingProof(mission)
  return proof ? <ProofReview mission={mission} proof={proof} /> : <p>This proof waits no longer.</p>
}

function ProofReview({ mission, proof }: { mission: MissionRecord; proof: ProofView }) {
  const form = useForm(reviewProof, {
    draft: `review:${proof.id}`,
    initial: PROOF_VERDICT,
    input: ({ verdict, reason }) => ({ params: { id: proof.id }, body: { verdict: chosen(verdict), reason } }),
    title: 'Your verdict on the proof',
    done: () => ({ words: 'Your signed verdict is recorded.', href: `#proof-${proof.id}` }),
  })
  const milestone = mission.milestones.find(({ id }) => id === proof.milestoneId)
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <div className="grid gap-6 sm:grid-cols-2">
        <figure className="min-w-0 border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">The proof, for “{milestone?.title}”</figcaption>
          <p className="mt-1">
            <ExternalLink href={proof.url} />
          </p>
          <Prose text={proof.note} className="mt-1" />
          <FilesOfProof files={proof.files} />
        </figure>
        <figure className="min-w-0 border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">What it is held against</figcaption>
          <Prose text={mission.requiredProof} className="mt-1" />
          <Prose text={mission.definitionOfDone} className="mt-2 text-ink-soft" />
        </figure>
      </div>
      <ChoiceField {...form.field('verdict')} {...PROOF_FIELD} />
      <LongField {...form.field('reason')} {...WHY_FIELD} />
    </ActionForm>
  )
}
