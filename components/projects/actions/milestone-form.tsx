'use client'

import { CheckField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import type { ProjectFormProps } from '@/components/projects/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { hasOpenTerms } from '@/lib/missions/states'
import { addMilestone } from '@/lib/projects/contract'

const INITIAL = { title: '', amount: '', required: false }

export function MilestoneForm({ project: { id, state } }: ProjectFormProps) {
  const isOpen = hasOpenTerms(state)
  const form = useForm(addMilestone, {
    draft: `milestone:${id}`,
    initial: INITIAL,
    input: ({ title, amount, required }) => ({
      params: { id },
      body: { title, amount: blank(amount), required: isOpen && required },
    }),
    done: ({ milestone }) => ({ words: `“${milestone.title}” is a milestone now.`, href: '#milestones' }),
  })
  const { required } = form.values
  return (
    <ActionForm form={form} submit="Add this milestone">
      <TextField {...form.field('title')} label="What is done then" />
      <TextField {...form.field('amount')} kind="decimal" label="Amount named for it" placeholder="12.5" />
      {isOpen ? (
        <CheckField
          label="Required"
          checked={required}
          onChange={(checked) => form.setValues((now) => ({ ...now, required: checked }))}
        />
      ) : null}
    </ActionForm>
  )
}
