'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/props'
import { sideChoices } from '@/components/challenges/actions/sides'
import { ChoiceField, TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { recordResponseLink } from '@/lib/challenges/contract'

const INITIAL: { side: 'A' | 'B' | ''; url: string } = { side: '', url: '' }

export function LinkForm({ challenge }: ChallengeFormProps) {
  const { id, submissions } = challenge
  const missing = sideChoices(challenge).filter(({ value }) => submissions[value] === null)
  const form = useForm(recordResponseLink, {
    draft: `link:${id}`,
    initial: INITIAL,
    input: ({ side, url }) => ({ params: { id }, body: { side: chosen(side), url } }),
    done: () => ({ words: 'The response link is recorded.' }),
  })
  return (
    <ActionForm form={form} submit="Record this link">
      <ChoiceField {...form.field('side')} label="Which side it answers for" choices={missing} />
      <TextField
        {...form.field('url')}
        kind="url"
        label="Address of the response"
        hint="A public https address that will stay. It is recorded under your wallet."
        placeholder="https://"
      />
    </ActionForm>
  )
}
