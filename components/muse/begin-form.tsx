'use client'

import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { ChoiceField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { chosen } from '@/components/record/actions/action-form'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import { startMuseLink } from '@/lib/muses/contract'
import type { MuseLinkMethod, MuseLinkStarted } from '@/lib/muses/schemas'

const STEPS = ['Name it', 'Prove it', 'Linked'] as const

/** A started link. It is stored in this browser, because the reader may sign elsewhere and return to a new page. */
export interface Begun {
  readonly museId: string
  readonly nonce: string
  /** The text to sign; empty if the Muse posts a line. */
  readonly message: string
  /** The line to post; empty if the Muse signs. */
  readonly code: string
  /** When it expires, by this browser's clock, which may be wrong by more than its lifetime. */
  readonly endsAt: number
}

export const NOT_BEGUN: Begun = { museId: '', nonce: '', message: '', code: '', endsAt: 0 }

export const begunFrom = ({ museId, nonce, message, code }: z.infer<typeof MuseLinkStarted>): Begun => ({
  museId,
  nonce,
  message: message ?? '',
  code: code ?? '',
  endsAt: Date.now() + NONCE_TTL_MS,
})

export const methodOf = ({ code }: Begun) => (code === '' ? 'ed25519-challenge' : 'signed-post')

const INITIAL: { museId: string; method: MuseLinkMethod | '' } = { museId: '', method: '' }

const METHODS = [
  { value: 'ed25519-challenge', label: 'The Muse signs a text', hint: 'You get the text, and paste the signature.' },
  { value: 'signed-post', label: 'The Muse posts a line', hint: 'You get the line, and give the address of the post.' },
] as const

export function BeginForm({ wallet, onBegun }: { wallet: string; onBegun: (begun: Begun) => void }) {
  const form = useForm(startMuseLink, {
    draft: `muse:${wallet}`,
    initial: INITIAL,
    growsOld: true,
    input: ({ museId, method }) => ({ body: { museId: museId.trim(), method: chosen(method) } }),
    done(started) {
      onBegun(begunFrom(started))
      return { words: 'It is prepared.' }
    },
  })
  return (
    <>
      <StepHead step={1} title="Name your Muse" />
      <div className="mt-4 max-w-2xl">
        <Form form={form} submit="Prepare it">
          <TextField
            {...form.field('museId')}
            kind="code"
            label="Id of the Muse"
            hint="As the platform shows it. Names are not unique there, ids are."
            placeholder="muse_"
          />
          <ChoiceField {...form.field('method')} label="How it proves itself" choices={METHODS} />
        </Form>
      </div>
    </>
  )
}

/** The steps of linking, with the current one marked. @param takesFocus whether it takes a focus that the previous step left nowhere. */
export function StepHead({ step, title, takesFocus = false }: { step: 1 | 2; title: string; takesFocus?: boolean }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) head.current?.focus()
  }, [takesFocus])
  return (
    <>
      <ol className="flex max-w-2xl gap-2 text-sm">
        {STEPS.map((word, index) => (
          <li
            key={word}
            aria-current={index + 1 === step ? 'step' : undefined}
            className="flex-1 border-t-2 border-rule pt-1.5 text-ink-soft aria-[current]:border-green aria-[current]:font-semibold aria-[current]:text-green"
          >
            {index + 1}. {word}
            {index + 1 < step ? <span className="sr-only"> (done)</span> : null}
          </li>
        ))}
      </ol>
      <h2 ref={head} tabIndex={-1} className="mt-6 text-2xl outline-none">
        {title}
      </h2>
    </>
  )
}
