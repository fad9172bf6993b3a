'use client'

import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { makeCommitment } from '@/lib/projects/contract'
import { COMMITMENT_KIND_LABELS } from '@/lib/projects/labels'
import { COMMITMENT_KINDS, type CommitmentView } from '@/lib/projects/schemas'

const INITIAL: {
  kind: CommitmentView['kind'] | ''
  description: string
  amount: string
  currency: string
  url: string
} = { kind: '', description: '', amount: '', currency: '', url: '' }

const HINTS: Readonly<Record<CommitmentView['kind'], string>> = {
  work: 'Your own time and skill.',
  funds: 'Money that you mean to pay, straight from you to whoever does the work.',
  resources: 'A room, tools, material, a server.',
}

export function CommitmentForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(makeCommitment, {
    draft: `commitment:${id}`,
    initial: INITIAL,
    input: ({ kind, description, amount, currency, url }) => ({
      params: { id },
      body: {
        kind: chosen(kind),
        description,
        amount: blank(amount),
        currency: blank(currency),
        url: blank(url),
      },
    }),
    done: ({ commitment }) => ({ words: 'Your commitment is recorded.', href: `#commitment-${commitment.id}` }),
  })
  return (
    <ActionForm form={form} submit="Record this commitment">
      <ChoiceField
        {...form.field('kind')}
        label="What do you pledge?"
        choices={COMMITMENT_KINDS.map((value) => ({
          value,
          label: COMMITMENT_KIND_LABELS[value].word,
          hint: HINTS[value],
        }))}
      />
      <LongField
        {...form.field('description')}
        rows={3}
        label="Your commitment"
        hint="What, how much, until when. Public."
      />
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField {...form.field('amount')} kind="decimal" label="Amount" placeholder="12.5" />
        <TextField {...form.field('currency')} label="Of what" placeholder="hours, USDC" />
      </div>
      <TextField {...form.field('url')} kind="url" label="A public address about it" placeholder="https://" />
    </ActionForm>
  )
}
