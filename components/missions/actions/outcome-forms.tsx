'use client'

import { useMemo } from 'react'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { EXPIRED_STATEMENT, type OutcomeWord } from '@/lib/missions/states'
import { recordOutcome } from '@/lib/projects/contract'

const CHOICES: Readonly<Record<OutcomeWord, { label: string; hint: string }>> = {
  completed: { label: 'Completed', hint: 'Every required milestone is verified, and the terms are met.' },
  failed: { label: 'Failed', hint: 'It was tried, and did not come out.' },
  rejected: { label: 'Rejected', hint: 'What came out was not accepted.' },
  abandoned: { label: 'Abandoned', hint: 'It was given up.' },
  expired: { label: 'Expired', hint: 'Its deadline passed without an outcome.' },
}

/**
 * Ends a mission.
 * @param outcomes open to this wallet; a single one is preselected.
 * @param given the fixed statement, when this wallet may not write its own.
 */
export function OutcomeForm({
  mission: { id },
  outcomes,
  given = '',
}: {
  mission: Pick<MissionFormProps['mission'], 'id'>
  outcomes: readonly OutcomeWord[]
  given?: string
}) {
  const [only] = outcomes.length === 1 ? outcomes : []
  const initial = useMemo<{ outcome: OutcomeWord | ''; statement: string }>(
    () => ({ outcome: only ?? '', statement: '' }),
    [only],
  )
  const form = useForm(recordOutcome, {
    draft: `outcome:${outcomes.join('-')}:${id}`,
    initial,
    input: ({ outcome, statement }) => ({
      params: { id },
      body: { outcome: chosen(outcome), statement: given || statement },
    }),
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
      {given === '' ? (
        <LongField
          {...form.field('statement')}
          label="Your statement"
          hint="How it ended, in your words. It stands on the receipt for good."
        />
      ) : (
        <p className="max-w-prose text-ink-soft">
          The receipt names your wallet as the one that recorded it, and says in the service’s own words: “{given}”
        </p>
      )}
    </ActionForm>
  )
}

/** Anyone may end a mission after its deadline; only its owner may write the statement. */
export function ExpireForm({
  mission,
  wallet,
}: {
  mission: Pick<MissionFormProps['mission'], 'id' | 'owner'>
  wallet: string
}) {
  const given = mission.owner === wallet ? '' : EXPIRED_STATEMENT
  return <OutcomeForm mission={mission} outcomes={['expired']} given={given} />
}
