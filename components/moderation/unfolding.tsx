'use client'

import { Fragment, type ReactNode, useId, useState } from 'react'

const LOOKS = {
  quiet:
    'min-h-6 text-sm text-ink-soft underline decoration-rule-strong underline-offset-4 hover:text-ink aria-expanded:text-ink',
  plain:
    'min-h-11 rounded-md border border-rule-strong px-5 py-2 font-semibold hover:border-green hover:text-green aria-expanded:border-green aria-expanded:text-green',
} as const

export interface Unfold<Name extends string> {
  readonly name: Name
  readonly word: string
}

/**
 * Buttons that each unfold a form below. The result of a form stays visible when its button is removed.
 * @param about names the record for screen readers.
 * @param first the form that is open at first. @param form renders the open form.
 */
export function Unfolding<Name extends string>({
  choices,
  about,
  look,
  first = null,
  form,
}: {
  choices: readonly Unfold<Name>[]
  about: string
  look: keyof typeof LOOKS
  first?: Name | null
  form: (name: Name) => ReactNode
}) {
  const place = useId()
  const [open, setOpen] = useState<Name | null>(first)
  return (
    <>
      <div className={`flex flex-wrap ${look === 'quiet' ? 'gap-x-5' : 'gap-3'}`}>
        {choices.map(({ name, word }) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls={place}
            onClick={() => setOpen(open === name ? null : name)}
            className={`inline-flex cursor-pointer items-center ${LOOKS[look]}`}
          >
            {word}
            <span className="sr-only"> {about}</span>
          </button>
        ))}
      </div>
      <div id={place} hidden={open === null} className="max-w-2xl pt-4">
        {open === null ? null : <Fragment key={open}>{form(open)}</Fragment>}
      </div>
    </>
  )
}
