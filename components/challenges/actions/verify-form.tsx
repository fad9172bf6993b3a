'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/props'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { DECISION_FIELD, DECISION_VERDICT, PREPARE_WORDS, WHY_FIELD } from '@/components/review/verdicts'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { verifyDecision } from '@/lib/challenges/contract'

export function VerifyForm({ challenge }: ChallengeFormProps) {
  const { id, decision, contenderA, contenderB } = challenge
  const form = useForm(verifyDecision, {
    draft: `verify:${id}`,
    initial: DECISION_VERDICT,
    input: ({ verdict, explanation }) => ({ params: { id }, body: { verdict: chosen(verdict), explanation } }),
    title: 'Your verdict on the decision',
    done: () => ({ words: 'Your signed verdict is recorded.' }),
  })
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      {decision ? (
        <figure className="border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">What the owner recorded</figcaption>
          <p className="mt-1 font-semibold">
            Side {decision.side}: {decision.side === 'A' ? contenderA : contenderB}
          </p>
          <Prose text={decision.explanation} className="mt-1" />
          <p className="mt-2">
            <ExternalLink href={decision.decisionUrl} label="Read the public decision first" />
          </p>
        </figure>
      ) : null}
      <ChoiceField {...form.field('verdict')} {...DECISION_FIELD} />
      <LongField {...form.field('explanation')} {...WHY_FIELD} />
    </ActionForm>
  )
}
