'use client'

import { useMemo } from 'react'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/props'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { completeMission } from '@/lib/receipts/contract'

type EndWord = 'completed' | 'failed' | 'abandoned'

const CHOICES: Readonly<Record<EndWord, { label: string; hint: string }>> = {
  completed: { label: 'Completed', hint: 'Every required milestone is verified, and the terms are met.' },
  failed: { label: 'Failed', hint: 'It was tried, and did not come out.' },
  abandoned: { label: 'Abandoned', hint: 'It was given up.' },
}

/** @param outcomes that the mission's state leaves; a single one is chosen already. */
export function OutcomeForm({ mission: { id }, outcomes }: MissionFormProps & { outcomes: readonly EndWord[] }) {
  const [only] = outcomes.length === 1 ? outcomes : []
  const initial = useMemo<{ outcome: EndWord | ''; statement: string }>(
    () => ({ outcome: only ?? '', statement: '' }),
    [only],
  )
  const form = useForm(completeMission, {
    draft: `outcome:${outcomes.join('-')}:${id}`,
    initial,
    input: ({ outcome, statement }) => ({ params: { id }, body: { outcome: chosen(outcome), statement } }),
    done: ({ receipt }) => ({
      words: 'The outcome is recorded, and the receipt is issued.',
      href: `/receipts/${receipt.id}`,
      link: 'Read the receipt',
    }),
  })
  return (
    <ActionForm form={form} submit="Record the outcome for good">
      <ChoiceField
        {...form.field('outcome')}
        label="Outcome"
        hint="There is one, and it is final."
        choices={outcomes.map((value) => ({ value, ...CHOICES[value] }))}
      />
      <LongField
        {...form.field('statement')}
        label="Your statement"
        hint="How it ended, in your words. It stands on the receipt for good."
      />
    </ActionForm>
  )
}
