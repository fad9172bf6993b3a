'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/challenge-forms'
import { DayField, LongField } from '@/components/forms/fields'
import { filled, needed, useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { cancelChallenge, moveDeadlines, withdrawDecision } from '@/lib/challenges/contract'
import { MOVABLE_DEADLINES } from '@/lib/challenges/states'
import { earliestDeadline } from '@/lib/records/earliest-deadline'

const NO_REASON = { reason: '' }

export function CancelForm({ challenge: { id } }: ChallengeFormProps) {
  const form = useForm(cancelChallenge, {
    draft: `cancel:${id}`,
    initial: NO_REASON,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: 'The challenge is cancelled. Its record stays.' }),
  })
  return (
    <ActionForm form={form} submit="Cancel it for good">
      <LongField {...form.field('reason')} label="Why it ends" hint="Public for good. There is no way back." />
    </ActionForm>
  )
}

export function WithdrawForm({ challenge: { id } }: ChallengeFormProps) {
  const form = useForm(withdrawDecision, {
    draft: `withdraw:${id}`,
    initial: NO_REASON,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: 'The decision is withdrawn. The challenge awaits a decision again.' }),
  })
  return (
    <ActionForm form={form} submit="Withdraw it">
      <LongField {...form.field('reason')} label="Why" hint="Public for good, beside the decision." />
    </ActionForm>
  )
}

const NO_DAYS = { submissionDeadline: '', decisionDeadline: '', reason: '' }
const DAY_LABELS = { submissionDeadline: 'Responses until', decisionDeadline: 'Decision due' } as const

export function MoveDeadlinesForm({ challenge, today }: ChallengeFormProps) {
  const { id, state } = challenge
  const movable = MOVABLE_DEADLINES[state] ?? []
  const [only] = movable.length === 1 ? movable : []
  const form = useForm(moveDeadlines, {
    draft: `deadlines:${id}`,
    initial: NO_DAYS,
    input({ reason, ...typed }) {
      // A draft from an earlier state may hold a day that cannot be moved any more, and that the form no longer shows.
      const days = { submissionDeadline: '', decisionDeadline: '' }
      for (const name of movable) days[name] = typed[name]
      // Sent although it is empty, the only one is itself what is refused.
      return { params: { id }, body: { ...(only ? { [only]: days[only] } : filled(days)), reason } }
    },
    done: () => ({ words: 'The deadline is moved.' }),
  })
  return (
    <ActionForm form={form} submit="Move it">
      {movable.map((name) => (
        <DayField
          key={name}
          {...(only ? needed(form.field(name)) : form.field(name))}
          label={DAY_LABELS[name]}
          min={earliestDeadline(challenge[name], today)}
        />
      ))}
      <LongField {...form.field('reason')} label="Why" hint="Public for good. A deadline never moves back." />
    </ActionForm>
  )
}
