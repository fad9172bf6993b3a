'use client'

import { DayField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionForm } from '@/components/record/actions/action-form'
import { moveDeadline, releaseMission } from '@/lib/missions/contract'

const NO_REASON = { reason: '' }

/** Ends a claim, whoever of the two does. */
export function ReleaseForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(releaseMission, {
    draft: `release:${id}`,
    initial: NO_REASON,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: 'The claim is released. The mission looks for a contributor again.' }),
  })
  return (
    <ActionForm form={form} submit="Release it">
      <LongField {...form.field('reason')} label="Why" hint="Public for good." />
    </ActionForm>
  )
}

const NO_DAY = { deadline: '', reason: '' }

export function MoveDeadlineForm({ mission: { id, deadline } }: MissionFormProps) {
  const form = useForm(moveDeadline, {
    draft: `deadline:${id}`,
    initial: NO_DAY,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: 'The deadline is moved.' }),
  })
  return (
    <ActionForm form={form} submit="Move it">
      <DayField {...form.field('deadline')} label="New deadline" min={deadline} />
      <LongField {...form.field('reason')} label="Why" hint="Public for good. A deadline never moves back." />
    </ActionForm>
  )
}
