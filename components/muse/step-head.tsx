'use client'

import { useEffect, useRef } from 'react'

const STEPS = ['Name it', 'Prove it', 'Linked'] as const

/** Where the reader is on the way to a link. @param takesFocus the step before it is gone, and took the focus along. */
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
