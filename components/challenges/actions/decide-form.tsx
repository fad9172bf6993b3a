'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/props'
import { sideChoices } from '@/components/challenges/actions/sides'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { postHint } from '@/components/record/actions/post-hint'
import { Notice } from '@/components/ui/notice'
import { submitDecision } from '@/lib/challenges/contract'

const INITIAL: { side: 'A' | 'B' | ''; decisionUrl: string; explanation: string } = {
  side: '',
  decisionUrl: '',
  explanation: '',
}

export function DecideForm({ challenge, today, platformHost }: ChallengeFormProps) {
  const { id, decisionDeadline } = challenge
  const form = useForm(submitDecision, {
    draft: `decide:${id}`,
    initial: INITIAL,
    input: ({ side, ...words }) => ({ params: { id }, body: { side: chosen(side), ...words } }),
    done: () => ({ words: 'The decision is recorded. A verifier reads it next.' }),
  })
  return (
    <ActionForm form={form} submit="Record this decision">
      {decisionDeadline < today ? (
        <Notice tone="warning" className="text-sm">
          The decision deadline has ended. The decision is still accepted, and marked as late.
        </Notice>
      ) : null}
      <ChoiceField
        {...form.field('side')}
        label="What the community chose"
        hint="The other side stays on record."
        choices={sideChoices(challenge)}
      />
      <TextField
        {...form.field('decisionUrl')}
        kind="url"
        label="The public post with the decision"
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <LongField
        {...form.field('explanation')}
        label="How it was decided"
        hint="What the verifier will look for in the post: who spoke, and how it came out."
      />
    </ActionForm>
  )
}
