'use client'

import { type FieldShape, FormShape } from '@/components/forms/form-shape'
import { AtRest, lazyPart } from '@/components/record/lazy-part'

const NewMissionForm = lazyPart(() =>
  import('@/components/missions/new-mission-form').then((module) => module.NewMissionForm),
)

const FIELDS: readonly FieldShape[] = ['line', 'line', 'four', 'two', 'three', 'three', 'line', 'four', 'two', 'line']

/** The form and the schema that it checks by, after the page. */
export function NewMissionIsland(props: { today: string; platformHost: string | null }) {
  return (
    <AtRest shape={<FormShape fields={FIELDS} />}>
      <NewMissionForm {...props} />
    </AtRest>
  )
}
