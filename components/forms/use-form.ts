'use client'

import { useLayoutEffect, useRef } from 'react'
import { type Bounds, boundsOf } from '@/components/forms/bounds'
import type { FieldErrors } from '@/components/forms/check-body'
import { type Draft, useDraft } from '@/components/forms/use-draft'
import { useWrite, type Write, type WriteSettings } from '@/components/forms/use-write'
import type { RequestInput, Trial } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

export interface FieldProps {
  /** The path as the API names it. */
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly bounds: Bounds
}

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

export interface Form<E extends Endpoint, V extends object> extends Draft<V> {
  readonly write: Write<E>
  /** The props of a text field of this form: `<TextField {...form.field('title')} label="Title" />`. */
  field(name: TextName<V>): FieldProps
  /** The same for a field inside a list, by its path. */
  fieldAt(path: string, value: string, onChange: (value: string) => void): FieldProps
  /** The errors that the fields of this rendering still show. Call it where all of them have been rendered: behind them. */
  shownErrors(): FieldErrors
  submit(): void
  /** Tries what would be recorded. Null for signed actions, because the wallet sheet already shows their exact text. */
  readonly tryOut: (() => Promise<Trial | null>) | null
}

type FormSettings<E extends Endpoint, V extends object> = WriteSettings<E> & {
  /** The key of the draft: unique per form and record. */
  readonly draft: string
  /** A constant outside the component. */
  readonly initial: V
  /** The request; `blank(text)` leaves out an empty optional text. */
  readonly input: (values: V) => RequestInput<E>
}

/** The props of a field that this form cannot do without, though the contract can. */
export const needed = (field: FieldProps): FieldProps => ({ ...field, bounds: { ...field.bounds, required: true } })

/** Leaves out an empty optional text. */
export const blank = (text: string): string | undefined => (text.trim() === '' ? undefined : text)

/** The same for several texts. */
export function filled<N extends string>(texts: Readonly<Record<N, string>>): Partial<Record<N, string>> {
  const sent: Partial<Record<N, string>> = {}
  for (const name in texts) sent[name] = blank(texts[name])
  return sent
}

/**
 * A form for one contract, with its bounds, errors, draft and write.
 * @example
 * const form = useForm(cancelChallenge, {
 *   draft: `cancel:${id}`, initial: { reason: '' },
 *   input: ({ reason }) => ({ params: { id }, body: { reason } }),
 *   done: () => ({ words: 'The challenge is cancelled.' }),
 * })
 */
export function useForm<const E extends Endpoint, V extends object>(
  endpoint: E,
  settings: FormSettings<E, V>,
): Form<E, V> {
  const { draft: key, initial, input } = settings
  const isSending = useRef(false)
  const draft = useDraft(key, initial, isSending)
  const { values, setValues, discard } = draft
  const write = useWrite(endpoint, { ...settings, elsewhere: discard })
  isSending.current = write.busy

  const fresh = useFreshErrors(write.fieldErrors)
  const fieldAt = (path: string, value: string, onChange: (value: string) => void): FieldProps => ({
    name: path,
    value,
    onChange,
    error: fresh.errorAt(path, value),
    bounds: boundsOf(endpoint, path),
  })
  const field = (name: TextName<V>) =>
    fieldAt(name, String(values[name]), (value) => setValues((now) => ({ ...now, [name]: value })))
  const leaving = useLeaving(discard)
  const submit = () => {
    write.submit(input(values)).then((answer) => {
      if (answer === null) return
      if (settings.page === 'left') leaving.current = true
      else discard()
    })
  }
  const tryOut = endpoint.steps ? null : () => write.tryOut(input(values))
  return { ...draft, write, field, fieldAt, shownErrors: fresh.shownErrors, submit, tryOut }
}

/**
 * @param discard called when the form leaves the page after the returned ref was set, in the task that changes the address. A reload
 * does not call it.
 */
function useLeaving(discard: () => void) {
  const leaving = useRef(false)
  const latest = useRef(discard)
  latest.current = discard
  useLayoutEffect(
    () => () => {
      if (leaving.current) latest.current()
    },
    [],
  )
  return leaving
}

interface FreshErrors {
  /** The error of a field, while it has the value that caused it. */
  errorAt(path: string, value: unknown): string | undefined
  /** The errors that `errorAt` has given in this rendering, and those that no field has ever asked for. */
  shownErrors(): FieldErrors
}

/** Shows an error only while the field still has the value that caused it. */
export function useFreshErrors(errors: FieldErrors): FreshErrors {
  const faulty = useRef<{ readonly errors: FieldErrors; readonly values: Map<string, unknown> } | null>(null)
  if (faulty.current?.errors !== errors) faulty.current = { errors, values: new Map() }
  const { values } = faulty.current
  const shown = new Set<string>()
  return {
    errorAt(path, value) {
      const error = errors[path]
      if (error === undefined) return undefined
      if (!values.has(path)) values.set(path, value)
      if (values.get(path) !== value) return undefined
      shown.add(path)
      return error
    },
    shownErrors: () =>
      Object.fromEntries(Object.entries(errors).filter(([path]) => shown.has(path) || !values.has(path))),
  }
}
