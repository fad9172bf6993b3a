'use client'

import { useEffect, useRef } from 'react'
import type { WriteState } from '@/components/forms/use-write'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

/** The result of a write: recorded with a link, refused with a reason, or not sent. Always announced. */
export function WriteResult({ write }: { write: Partial<WriteState> }) {
  const { outcome, note, fault, fieldErrors = {} } = write
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the focus moves here.
    if ((outcome || fault) && document.activeElement === document.body) result.current?.focus()
  }, [outcome, fault])
  const [first, ...others] = Object.values(fieldErrors)
  return (
    <div ref={result} role="status" tabIndex={-1} className="outline-none">
      {outcome ? (
        <Notice tone="calm" className="flex items-start gap-3">
          <Icon name="seal" className="mt-0.5 size-5" />
          <span className="min-w-0">
            {outcome.words} {outcome.href ? <TextLink href={outcome.href}>{outcome.link ?? 'See it'}</TextLink> : null}
          </span>
        </Notice>
      ) : null}
      {note ? <Notice tone="neutral">{note}</Notice> : null}
      {fault ? <Notice tone="fault">{fault}</Notice> : null}
      {first ? (
        <Notice tone="fault">
          Nothing was recorded:{' '}
          {others.length === 0
            ? `one field needs a change. ${first}`
            : `${others.length + 1} fields need a change. Each says what.`}
        </Notice>
      ) : null}
    </div>
  )
}
