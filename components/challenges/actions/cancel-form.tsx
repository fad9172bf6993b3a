'use client'

import type { ChallengeFormProps } from '@/components/challenges/actions/props'
import { LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { cancelChallenge } from '@/lib/challenges/contract'

const INITIAL = { reason: '' }

export function CancelForm({ challenge: { id } }: ChallengeFormProps) {
  const form = useForm(cancelChallenge, {
    draft: `cancel:${id}`,
    initial: INITIAL,
    input: ({ reason }) => ({ params: { id }, body: { reason } }),
    done: () => ({ words: 'The challenge is cancelled. Its record stays.' }),
  })
  return (
    <ActionForm form={form} submit="Cancel it for good">
      <LongField {...form.field('reason')} label="Why it ends" hint="Public for good. There is no way back." />
    </ActionForm>
  )
}
