'use client'

import { type FieldShape, FormShape } from '@/components/forms/form-shape'
import { AtRest, lazyPart } from '@/components/record/lazy-part'

const FORMS = {
  challenge: lazyPart(() => import('@/components/challenges/new-challenge-form'), 'NewChallengeForm'),
  mission: lazyPart(() => import('@/components/missions/new-mission-form'), 'NewMissionForm'),
}

const FIELDS: Readonly<Record<keyof typeof FORMS, readonly FieldShape[]>> = {
  challenge: ['line', 'four', 'pair', 'fold', 'pair', 'two', 'fold'],
  mission: ['line', 'line', 'four', 'two', 'three', 'three', 'line', 'four', 'two', 'line'],
}

interface NewRecordProps {
  readonly kind: keyof typeof FORMS
  /** The service's UTC date. */
  readonly today: string
  /** The host of the community platform, where one is configured. */
  readonly platformHost: string | null
}

/** The form and the schema that it checks by, after the page. */
export function NewRecordForm({ kind, ...props }: NewRecordProps) {
  const Form = FORMS[kind]
  return (
    <AtRest shape={<FormShape fields={FIELDS[kind]} />}>
      <Form {...props} />
    </AtRest>
  )
}
