'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/props'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { verifyDecision } from '@/lib/challenges/contract'

const INITIAL: { verdict: 'approve' | 'reject' | ''; explanation: string } = { verdict: '', explanation: '' }

const VERDICTS = [
  { value: 'approve', label: 'Approve', hint: 'The post says what was recorded. It can become a mission.' },
  { value: 'reject', label: 'Reject', hint: 'It does not. The owner may record a decision anew.' },
] as const

export function VerifyForm({ challenge }: ChallengeFormProps) {
  const { id, decision, contenderA, contenderB } = challenge
  const form = useForm(verifyDecision, {
    draft: `verify:${id}`,
    initial: INITIAL,
    input: ({ verdict, explanation }) => ({ params: { id }, body: { verdict: chosen(verdict), explanation } }),
    title: 'Your verdict on the decision',
    done: () => ({ words: 'Your signed verdict is recorded.' }),
  })
  return (
    <ActionForm form={form} submit="Prepare the text to sign">
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
      <ChoiceField {...form.field('verdict')} label="Your verdict" choices={VERDICTS} />
      <LongField
        {...form.field('explanation')}
        label="Why"
        hint="Public for good, and part of the text that you sign."
      />
    </ActionForm>
  )
}
