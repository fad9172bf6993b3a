'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/forms/button'
import { TryOut } from '@/components/forms/try-out'
import type { Form as FormState } from '@/components/forms/use-form'
import { WriteResult } from '@/components/forms/write-result'
import { ActingAs } from '@/components/wallet/acting-as'
import { warmWallet } from '@/components/wallet/wallet'
import type { Endpoint } from '@/lib/contract/endpoint'

/**
 * A form with its button, who acts, and its result. After a fault the focus goes to the first field that has one; once
 * recorded, the result stands in the form's place.
 */
export function Form<E extends Endpoint, V extends object>({
  form,
  submit,
  children,
}: {
  form: FormState<E, V>
  /** The words of the button: what will be recorded. */
  submit: string
  children: ReactNode
}) {
  const element = useRef<HTMLFormElement>(null)
  const { write, restored } = form
  const { fieldErrors } = write

  useEffect(() => {
    const [first] = Object.keys(fieldErrors)
    const field = first === undefined ? null : element.current?.elements.namedItem(first)
    const target = field instanceof RadioNodeList ? field[0] : field
    if (target instanceof HTMLElement) target.focus()
  }, [fieldErrors])

  if (write.outcome) return <WriteResult write={write} />
  return (
    <form
      ref={element}
      noValidate
      onFocus={warmWallet}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      className="relative space-y-5"
    >
      {restored ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          Your draft from before is here again.
          <Button kind="quiet" onClick={form.discard}>
            Start afresh
          </Button>
        </p>
      ) : null}
      {children}
      <ActingAs />
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="primary" submits busy={write.busy}>
          {write.busy ? 'Sending …' : submit}
        </Button>
      </div>
      <WriteResult write={write} />
      {form.tryOut ? <TryOut words={form.values} busy={write.busy} tryOut={form.tryOut} /> : null}
    </form>
  )
}
