'use client'

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

/** Loads the form and its schema after the page. */
export function NewRecordForm({ kind, ...props }: NewRecordProps) {
  const Form = FORMS[kind]
  return (
    <AtRest shape={<FormShape fields={FIELDS[kind]} />}>
      <Form {...props} />
    </AtRest>
  )
}

/** One field of a form, with its final height. */
export type FieldShape = keyof typeof HEIGHTS | 'pair' | 'fold'

const HEIGHTS = { line: 'h-11', two: 'h-18', three: 'h-25', four: 'h-32' } as const

/** A placeholder of the form while it loads, so that the layout does not shift. */
function FormShape({ fields }: { fields: readonly FieldShape[] }) {
  return (
    <div aria-busy="true" className="space-y-5">
      <p className="sr-only">The form is on its way …</p>
      {fields.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change places.
        <Shape key={index} shape={shape} />
      ))}
      <div className="h-11 w-52 max-w-full rounded-md bg-vellum" />
    </div>
  )
}

function Shape({ shape }: { shape: FieldShape }) {
  if (shape === 'fold') return <div className="h-13 border border-rule" />
  if (shape !== 'pair') return <Box height={HEIGHTS[shape]} />
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Box height={HEIGHTS.line} />
      <Box height={HEIGHTS.line} />
    </div>
  )
}

function Box({ height }: { height: string }) {
  return (
    <div aria-hidden="true">
      <div className="flex h-7 items-center">
        <div className="h-4 w-36 rounded-sm bg-vellum" />
      </div>
      <div className="flex h-6 items-center">
        <div className="h-3 w-64 max-w-full rounded-sm bg-vellum" />
      </div>
      <div className={`mt-1 rounded-sm border border-rule bg-leaf ${height}`} />
      <div className="mt-1 h-6" />
    </div>
  )
}
