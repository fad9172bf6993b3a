'use client'

import { useMemo } from 'react'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { type FieldProps, useForm } from '@/components/forms/use-form'
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
const SUBMIT = 'Record the outcome for good'

/** What is typed first: a single outcome is chosen already. */
function useInitial<Word extends OutcomeWord>(outcomes: readonly Word[]) {
  const [only] = outcomes.length === 1 ? outcomes : []
  return useMemo<{ outcome: Word | ''; statement: string }>(() => ({ outcome: only ?? '', statement: '' }), [only])
}

const issued = ({ receipt }: { receipt: { id: string } }) => ({
  words: 'The outcome is recorded, and the receipt is issued.',
  href: `/receipts/${receipt.id}`,
  link: 'Read the receipt',
})

function OutcomeField({ field, outcomes }: { field: FieldProps; outcomes: readonly OutcomeWord[] }) {
  const choices = outcomes.map((value) => ({ value, ...CHOICES[value] }))
  return <ChoiceField {...field} label="Outcome" hint="There is one, and it is final." choices={choices} />
}

function StatementField(field: FieldProps) {
  return (
    <LongField
      {...field}
      label="Your statement"
      hint="How it ended, in your words. It stands on the receipt for good."
    />
  )
}

/** The owner ends a mission. @param outcomes that the mission's state leaves. */
export function OutcomeForm({ mission: { id }, outcomes }: MissionFormProps & { outcomes: readonly OutcomeWord[] }) {
  return <EndForm id={id} outcomes={outcomes} />
}

/** Anybody ends a mission whose deadline has passed; only its owner does so in words of their own. */
export function ExpireForm({
  mission: { id, owner },
  wallet,
}: {
  mission: Pick<MissionFormProps['mission'], 'id' | 'owner'>
  wallet: string
}) {
  return <EndForm id={id} outcomes={['expired']} given={owner === wallet ? '' : EXPIRED_STATEMENT} />
}

/** @param given the statement, where it is not for this wallet to write. */
function EndForm({ id, outcomes, given = '' }: { id: string; outcomes: readonly OutcomeWord[]; given?: string }) {
  const form = useForm(recordOutcome, {
    draft: `outcome:${outcomes.join('-')}:${id}`,
    initial: useInitial(outcomes),
    input: ({ outcome, statement }) => ({
      params: { id },
      body: { outcome: chosen(outcome), statement: given || statement },
    }),
    done: issued,
  })
  return (
    <ActionForm form={form} submit={SUBMIT}>
      <OutcomeField field={form.field('outcome')} outcomes={outcomes} />
      {given === '' ? (
        <StatementField {...form.field('statement')} />
      ) : (
        <p className="max-w-prose text-ink-soft">
          The receipt names your wallet as the one that recorded it, and says in the service’s own words: “{given}”
        </p>
      )}
    </ActionForm>
  )
}
