'use client'

import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Form } from '@/components/forms/form'
import type { Form as FormState } from '@/components/forms/use-form'
import type { WriteState } from '@/components/forms/use-write'
import type { Outcome } from '@/components/wallet/signing/job'
import type { Endpoint } from '@/lib/contract/endpoint'

/** Reports a recorded outcome to the panel around a form. */
export const Acted = createContext<(outcome: Outcome) => void>(() => undefined)

/** What is around a form that may go. */
export interface Around {
  /** Reads the record again. */
  reread(): void
  /** The form is gone, and this is why its last write was refused. */
  gone(fault: string): void
  /**
   * The write is recorded, and something of it goes on: the record is read again, which may take the form away, and this is shown
   * until its end.
   * @param rest given what to call at the end, with the outcome of all of it.
   */
  goOn(rest: (end: (outcome: Outcome) => void) => ReactNode): void
}

/** The panel around a form. */
export const Panel = createContext<Around>({
  reread: () => undefined,
  gone: () => undefined,
  goOn: () => undefined,
})

/** After a refusal because the record has moved on, reads it again. If the form goes with that, what is around it says why. */
export function useRefusal(
  { fault, isStale }: Pick<WriteState, 'fault' | 'isStale'>,
  { reread, gone }: Pick<Around, 'reread' | 'gone'>,
): void {
  const last = useRef<string | null>(null)
  last.current = isStale ? fault : null
  useEffect(() => {
    if (isStale) reread()
  }, [isStale, reread])
  useEffect(
    () => () => {
      if (last.current !== null) gone(last.current)
    },
    [gone],
  )
}

/** A form on a record's page. The panel shows its result, because it outlives the form. */
export function ActionForm<E extends Endpoint, V extends object>({
  form,
  submit,
  children,
}: {
  form: FormState<E, V>
  submit: string
  children?: ReactNode
}) {
  const acted = use(Acted)
  const { outcome } = form.write
  useRefusal(form.write, use(Panel))
  useEffect(() => {
    if (outcome) acted(outcome)
  }, [outcome, acted])
  if (outcome) return null
  return (
    <Form form={form} submit={submit}>
      {children}
    </Form>
  )
}

/** An empty choice is left out, so the contract's check reports it at its field. */
export function chosen<T extends string>(value: T | ''): T {
  return (value === '' ? undefined : value) as T // never sent while it is missing
}
