'use client'

import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { ProjectFormProps } from '@/components/projects/actions/props'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { decideProject } from '@/lib/projects/contract'

const INITIAL: { verdict: 'approve' | 'reject' | ''; reviewerName: string; reason: string } = {
  verdict: '',
  reviewerName: '',
  reason: '',
}

export function DecideForm({ project: { id } }: ProjectFormProps) {
  const form = useForm(decideProject, {
    draft: `decide:${id}`,
    initial: INITIAL,
    input: ({ verdict, ...body }) => ({ params: { id }, body: { ...body, verdict: chosen(verdict) } }),
    done: ({ decision }) => ({ words: 'Your decision is recorded.', href: `#decision-${decision.id}` }),
  })
  return (
    <ActionForm form={form} submit="Record this decision">
      <ChoiceField
        {...form.field('verdict')}
        label="Your decision"
        choices={[
          { value: 'approve', label: 'Approve', hint: 'You speak for the project.' },
          { value: 'reject', label: 'Reject', hint: 'You speak against it.' },
        ]}
      />
      <TextField
        {...form.field('reviewerName')}
        label="The name you decide under"
        hint="It is shown as unverified, beside your wallet."
      />
      <LongField {...form.field('reason')} rows={3} label="Why" hint="Public for good." />
    </ActionForm>
  )
}
