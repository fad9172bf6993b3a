'use client'

import { type FieldShape, FormShape } from '@/components/forms/form-shape'
import { AtRest, lazyPart } from '@/components/record/lazy-part'

const NewChallengeForm = lazyPart(() =>
  import('@/components/challenges/new-challenge-form').then((module) => module.NewChallengeForm),
)

const FIELDS: readonly FieldShape[] = ['line', 'four', 'pair', 'fold', 'pair', 'two', 'fold']

/** The form and the schema that it checks by, after the page. */
export function NewChallengeIsland({ today }: { today: string }) {
  return (
    <AtRest shape={<FormShape fields={FIELDS} />}>
      <NewChallengeForm today={today} />
    </AtRest>
  )
}
