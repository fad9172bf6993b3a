'use client'

import { createContext, type ReactNode, use, useEffect } from 'react'
import { Form } from '@/components/forms/form'
import type { Form as FormState } from '@/components/forms/use-form'
import type { Outcome } from '@/components/wallet/signing/job'
import type { Endpoint } from '@/lib/contract/endpoint'

/** Reports a recorded outcome to the panel around a form. */
export const Acted = createContext<(outcome: Outcome) => void>(() => undefined)

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
