'use client'

import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { ProjectFormProps } from '@/components/projects/actions/props'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { PREPARE_WORDS, WHY_FIELD } from '@/components/review/verdicts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { prepareVerification, recordVerification } from '@/lib/projects/verification-contract'

// The earlier interface gives each step of a signed action a path of its own; for the form they are one.
const { body: prepare, ...preparing } = prepareVerification
const signDecision = {
  ...preparing,
  kind: 'signed',
  steps: { prepare, sign: recordVerification.body },
  returns: recordVerification.returns,
} as const satisfies Endpoint

const INITIAL: { verdict: 'approve' | 'reject' | ''; reason: string } = { verdict: '', reason: '' }

export function SignForm({ project: { id } }: ProjectFormProps) {
  const form = useForm(signDecision, {
    draft: `sign:${id}`,
    initial: INITIAL,
    input: ({ verdict, reason }) => ({ params: { id }, body: { verdict: chosen(verdict), reason } }),
    signPath: recordVerification.path,
    title: 'Your decision on the project',
    done: ({ decision }) => ({ words: 'Your signed decision is recorded.', href: `#decision-${decision.id}` }),
  })
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <ChoiceField
        {...form.field('verdict')}
        label="Your decision"
        choices={[
          { value: 'approve', label: 'Approve', hint: 'The project, as it stands now, deserves trust.' },
          { value: 'reject', label: 'Reject', hint: 'It does not.' },
        ]}
      />
      <LongField {...form.field('reason')} {...WHY_FIELD} />
    </ActionForm>
  )
}
