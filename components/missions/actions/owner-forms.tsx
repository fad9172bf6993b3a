'use client'

import { CheckField, ChoiceField, DayField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { Name } from '@/components/ui/prose'
import { moveDeadline, releaseMission } from '@/lib/missions/contract'
import { milestoneLabel } from '@/lib/missions/labels'
import type { MilestoneView } from '@/lib/missions/schemas'
import { hasOpenTerms } from '@/lib/missions/states'
import { addMilestone, setMilestoneStatus } from '@/lib/projects/contract'
import { MILESTONE_STATUSES } from '@/lib/projects/schemas'
import { earliestDeadline } from '@/lib/records/earliest-deadline'
import { quoted } from '@/lib/text/quoted'

const NO_REASON = { reason: '' }
const AGAIN = 'can be claimed again up to its deadline, which the owner may move.'

/** The contributor gives the mission back. */
export const GiveBackForm = (props: MissionFormProps) => (
  <EndClaimForm {...props} submit="Give it back" done={`The mission is given back. It ${AGAIN}`} />
)

/** The owner releases the claim. */
export const ReleaseForm = (props: MissionFormProps) => (
  <EndClaimForm {...props} submit="Release it" done={`The claim is released. The mission ${AGAIN}`} />
)

function EndClaimForm({ mission: { id }, submit, done }: MissionFormProps & { submit: string; done: string }) {
  const form = useForm(releaseMission, {
    draft: `release:${id}`,
    initial: NO_REASON,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: done }),
  })
  return (
    <ActionForm form={form} submit={submit}>
      <LongField {...form.field('reason')} label="Why" hint="Public for good." />
    </ActionForm>
  )
}

const NO_DAY = { deadline: '', reason: '' }

export function MoveDeadlineForm({ mission: { id, deadline }, today }: MissionFormProps) {
  const form = useForm(moveDeadline, {
    draft: `deadline:${id}`,
    initial: NO_DAY,
    input: (body) => ({ params: { id }, body }),
    done: () => ({ words: 'The deadline is moved.' }),
  })
  return (
    <ActionForm form={form} submit="Move it">
      <DayField {...form.field('deadline')} label="New deadline" min={earliestDeadline(deadline, today)} />
      <LongField {...form.field('reason')} label="Why" hint="Public for good. A deadline never moves back." />
    </ActionForm>
  )
}

const NO_MILESTONE = { title: '', amount: '', required: false }

export function MilestoneForm({ mission: { id, state } }: MissionFormProps) {
  const isOpen = hasOpenTerms(state)
  const form = useForm(addMilestone, {
    draft: `milestone:${id}`,
    initial: NO_MILESTONE,
    input: ({ title, amount, required }) => ({
      params: { id },
      body: { title, amount: blank(amount), required: isOpen && required },
    }),
    done: ({ milestone }) => ({ words: `${quoted(milestone.title)} is a milestone now.`, href: '#milestones' }),
  })
  const { required } = form.values
  return (
    <ActionForm form={form} submit="Add this milestone">
      <TextField {...form.field('title')} label="Milestone" />
      <TextField {...form.field('amount')} kind="decimal" label="Amount" placeholder="12.5" />
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

type Status = MilestoneView['status']

const NOT_CHOSEN: { milestone: string; status: Status | '' } = { milestone: '', status: '' }

const HINTS: Readonly<Record<Status, string>> = {
  Pending: 'It is still to be done.',
  Delivered: 'You say that it is done. A verifier’s signature alone verifies it.',
  Cancelled:
    'It takes no more proof. Not possible once it is verified, nor for a required one once the mission is claimed.',
}

export function StatusForm({ mission: { id, milestones } }: MissionFormProps) {
  const idOf = (chosenId: string) => (milestones.find(({ id }) => id === chosenId) ?? milestones[0])?.id ?? ''
  const form = useForm(setMilestoneStatus, {
    draft: `status:${id}`,
    initial: NOT_CHOSEN,
    input: ({ milestone, status }) => ({
      params: { id, milestoneId: idOf(milestone) },
      body: { status: chosen(status) },
    }),
    done: ({ milestone }) => ({
      words: `${quoted(milestone.title)} is set to ${milestone.status}.`,
      href: '#milestones',
    }),
  })
  return (
    <ActionForm form={form} submit="Set this state">
      <ChoiceField
        {...form.field('milestone')}
        value={idOf(form.values.milestone)}
        label="Which milestone"
        choices={milestones.map((one) => ({
          value: one.id,
          label: <Name text={one.title} />,
          hint: milestoneLabel(one, false).word,
        }))}
      />
      <ChoiceField
        {...form.field('status')}
        label="Its state"
        choices={MILESTONE_STATUSES.map((value) => ({ value, label: value, hint: HINTS[value] }))}
      />
    </ActionForm>
  )
}
