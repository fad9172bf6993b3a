'use client'

import { type FieldShape, FormShape } from '@/components/forms/form-shape'
import { AtRest, lazyPart } from '@/components/record/lazy-part'

const NewProjectForm = lazyPart(() =>
  import('@/components/projects/new-project-form').then((module) => module.NewProjectForm),
)

const FIELDS: readonly FieldShape[] = ['line', 'line', 'four', 'two', 'three', 'three', 'line', 'four', 'two', 'line']

/** The form and the schema that it checks by, after the page. */
export function NewProjectIsland(props: { today: string; platformHost: string | null }) {
  return (
    <AtRest shape={<FormShape fields={FIELDS} />}>
      <NewProjectForm {...props} />
    </AtRest>
  )
}
