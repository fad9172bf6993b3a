'use client'

import { useEffect, useRef, useState } from 'react'
import { focusOn } from '@/components/ui/focus'
import { Notice } from '@/components/ui/notice'
import type { Outcome } from '@/components/wallet/signing/job'

/** What a form of this visit has published last, until its page says so. */
let published: Outcome | null = null

export function announcePublished(outcome: Outcome): void {
  published = outcome
}

/**
 * Says on the page of a new record that it is public, and takes the focus, which the form before it had. It goes with the next thing
 * that happens to the record.
 * @param href of this page. @param shownAt the `updatedAt` of the record that the page shows.
 */
export function JustPublished({ href, shownAt }: { href: string; shownAt: string }) {
  const [words] = useState(() => (published?.href === href ? published.words : null))
  const [since] = useState(shownAt)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (words === null) return
    published = null
    focusOn(place.current)
  }, [words])
  if (words === null || since !== shownAt) return null
  return (
    <div ref={place} role="status" tabIndex={-1} className="mt-4 max-w-4xl outline-none">
      <Notice tone="calm">{words}</Notice>
    </div>
  )
}
