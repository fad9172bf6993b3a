'use client'

import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import type { FieldErrors } from '@/components/forms/check-body'
import type { Form as FormState } from '@/components/forms/use-form'
import { WriteResult } from '@/components/forms/write-result'
import { lazyPart } from '@/components/record/lazy-part'
import { ActingAs } from '@/components/wallet/acting-as'
import { Gate } from '@/components/wallet/gate'
import { warmWallet } from '@/components/wallet/wallet'
import type { Trial } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

/** The first control in the order of the page that has an error: that of the errors is the schema's. */
export const firstFaulty = <C extends Pick<Element, 'getAttribute'>>(
  controls: Iterable<C>,
  errors: FieldErrors,
): C | undefined => [...controls].find((control) => Object.hasOwn(errors, control.getAttribute('name') ?? ''))

/**
 * A form with its button, the acting wallet, and its result. After an error the focus moves to the first field that has
 * one. Once recorded, the result replaces the form.
 */
export function Form<E extends Endpoint, V extends object>({
  form,
  submit,
  children,
}: {
  form: FormState<E, V>
  /** The label of the button: what will be recorded. */
  submit: string
  children: ReactNode
}) {
  const element = useRef<HTMLFormElement>(null)
  const { write, restored, takeOlder } = form
  const { fieldErrors } = write

  // With the words that say so: a focus that came later would take away whatever the reader turned to meanwhile.
  useLayoutEffect(() => {
    const control = firstFaulty(element.current?.elements ?? [], fieldErrors)
    if (control instanceof HTMLElement) control.focus()
  }, [fieldErrors])

  // The pressed button goes with its sentence.
  const focusFirst = () => element.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()

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
          <Button
            kind="quiet"
            onClick={() => {
              form.discard()
              focusFirst()
            }}
          >
            Start afresh
          </Button>
        </p>
      ) : null}
      {takeOlder ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          Another draft of yours is kept.
          <Button
            kind="quiet"
            onClick={() => {
              takeOlder()
              focusFirst()
            }}
          >
            Take it instead
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
      <Result form={form} />
      {form.tryOut ? <TryOut words={form.values} busy={write.busy} tryOut={form.tryOut} /> : null}
    </form>
  )
}

/** A component of its own, because it tells what the fields before it have shown, which may be components too. */
function Result<E extends Endpoint, V extends object>({ form }: { form: FormState<E, V> }) {
  return <WriteResult write={{ ...form.write, fieldErrors: form.shownErrors() }} />
}

const WouldRecord = lazyPart(() => import('@/components/forms/would-record'), 'WouldRecord')

/**
 * For signed-in viewers: shows what the form would record, from a dry run of the service. The result disappears when the
 * form changes.
 * @param words the form's current values: a new object after each change.
 */
function TryOut({ words, busy, tryOut }: { words: object; busy: boolean; tryOut: () => Promise<Trial | null> }) {
  const [tried, setTried] = useState<{ readonly words: object; readonly trial: Trial } | null>(null)
  const run = () => {
    tryOut().then((trial) => setTried(trial && { words, trial }))
  }
  const trial = tried?.words === words ? tried.trial : null
  return (
    <Gate>
      {() => (
        <div className="space-y-4">
          <Button kind="quiet" busy={busy} onClick={run}>
            See what would be recorded
          </Button>
          <div role="status">
            {trial ? (
              <section
                aria-label="What would be recorded"
                className="space-y-4 border-l-2 border-rule-strong px-4 py-2"
              >
                <p className="text-ink-soft">Nothing is recorded yet. Recorded now, it would say:</p>
                <Suspense>
                  <WouldRecord trial={trial} />
                </Suspense>
              </section>
            ) : null}
          </div>
        </div>
      )}
    </Gate>
  )
}
