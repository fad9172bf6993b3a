'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/challenge-forms'
import { DayField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { MilestoneEditor } from '@/components/missions/milestone-editor'
import { FIRST_MILESTONES, milestonesBody } from '@/components/missions/mission-values'
import { ActionForm } from '@/components/record/actions/action-form'
import { convertChallenge } from '@/lib/missions/contract'

const INITIAL = {
  deliverable: '',
  requiredProof: '',
  rewardTerms: '',
  deadline: '',
  contributorWallet: '',
  milestones: FIRST_MILESTONES,
}

export function ConvertForm({ challenge: { id }, today }: ChallengeFormProps) {
  const form = useForm(convertChallenge, {
    draft: `convert:${id}`,
    initial: INITIAL,
    input: ({ contributorWallet, milestones, ...terms }) => ({
      params: { id },
      body: { ...terms, contributorWallet: blank(contributorWallet), milestones: milestonesBody(milestones) },
    }),
    done: ({ mission }) => ({
      words: 'The decision is a mission now.',
      href: `/missions/${mission.id}`,
      link: 'Go to the mission',
    }),
  })
  return (
    <ActionForm form={form} submit="Create the mission">
      <LongField {...form.field('deliverable')} label="Deliverable" hint="What exists once the mission is done." />
      <LongField
        {...form.field('requiredProof')}
        label="Proof required"
        hint="What a verifier must be able to see. It is held against this text."
        rows={3}
      />
      <LongField
        {...form.field('rewardTerms')}
        label="Reward terms"
        hint="What the contributor gets, and from whom. The service holds and sends nothing."
        rows={3}
      />
      <DayField {...form.field('deadline')} label="Deadline" min={today} />
      <MilestoneEditor form={form} />
      <TextField
        {...form.field('contributorWallet')}
        kind="code"
        label="Designated contributor"
        hint="The only wallet that may claim it. Left empty, anybody but you may."
        placeholder="0x"
      />
    </ActionForm>
  )
}
