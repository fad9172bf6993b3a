'use client'

import { useMemo } from 'react'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { type FieldProps, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ownersOutcomes, type ProjectFormProps } from '@/components/projects/actions/project-actions'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { EXPIRED_STATEMENT, type OutcomeWord } from '@/lib/missions/states'
import { recordOutcome } from '@/lib/projects/contract'
import { completeMission } from '@/lib/receipts/contract'

const CHOICES: Readonly<Record<OutcomeWord, { label: string; hint: string }>> = {
  completed: { label: 'Completed', hint: 'Every required milestone is verified, and the terms are met.' },
  failed: { label: 'Failed', hint: 'It was tried, and did not come out.' },
  rejected: { label: 'Rejected', hint: 'What came out was not accepted.' },
  abandoned: { label: 'Abandoned', hint: 'It was given up.' },
  expired: { label: 'Expired', hint: 'Its deadline passed without an outcome.' },
}
const SUBMIT = 'Record the outcome for good'
const FINAL = 'There is one, and it is final.'

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

function OutcomeField({
  field,
  outcomes,
  hint = FINAL,
}: {
  field: FieldProps
  outcomes: readonly OutcomeWord[]
  hint?: string
}) {
  const choices = outcomes.map((value) => ({ value, ...CHOICES[value] }))
  return <ChoiceField {...field} label="Outcome" hint={hint} choices={choices} />
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
export function MissionOutcomeForm({
  mission: { id },
  outcomes,
}: MissionFormProps & { outcomes: readonly ('completed' | 'failed' | 'abandoned')[] }) {
  const form = useForm(completeMission, {
    draft: `outcome:${outcomes.join('-')}:${id}`,
    initial: useInitial(outcomes),
    input: ({ outcome, statement }) => ({ params: { id }, body: { outcome: chosen(outcome), statement } }),
    done: issued,
  })
  return (
    <ActionForm form={form} submit={SUBMIT}>
      <OutcomeField field={form.field('outcome')} outcomes={outcomes} />
      <StatementField {...form.field('statement')} />
    </ActionForm>
  )
}

export function ProjectOutcomeForm({ project }: ProjectFormProps) {
  const outcomes = ownersOutcomes(project)
  const hint = outcomes.includes('completed')
    ? FINAL
    : `${FINAL} “Completed” needs every required milestone verified first.`
  return <EndForm id={project.id} outcomes={outcomes} hint={hint} />
}

/** Anybody ends a project whose deadline has passed; only its owner does so in words of their own. */
export function ExpireForm({
  project: { id, owner },
  wallet,
}: {
  project: Pick<ProjectFormProps['project'], 'id' | 'owner'>
  wallet: string
}) {
  return <EndForm id={id} outcomes={['expired']} given={owner === wallet ? '' : EXPIRED_STATEMENT} />
}

/** @param given the statement, where it is not for this wallet to write. */
function EndForm({
  id,
  outcomes,
  given = '',
  hint,
}: {
  id: string
  outcomes: readonly OutcomeWord[]
  given?: string
  hint?: string
}) {
  const form = useForm(recordOutcome, {
    draft: `project-outcome:${outcomes.join('-')}:${id}`,
    initial: useInitial(outcomes),
    input: ({ outcome, statement }) => ({
      params: { id },
      body: { outcome: chosen(outcome), statement: given || statement },
    }),
    done: issued,
  })
  return (
    <ActionForm form={form} submit={SUBMIT}>
      <OutcomeField field={form.field('outcome')} outcomes={outcomes} hint={hint} />
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
