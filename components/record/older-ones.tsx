'use client'

import { useRef, useState } from 'react'
import { LeavingButton } from '@/components/forms/leaving-button'
import type { Pages } from '@/components/record/use-pages'

/**
 * The button for the older entries of a list. Once there are none, the end of the list is said in its place.
 * @param isEndSaid whether that is said of a list that had one page from the start, too.
 */
export function OlderOnes({
  pages: { nextCursor, busy, more },
  isEndSaid = false,
}: {
  pages: Pick<Pages<unknown>, 'nextCursor' | 'busy' | 'more'>
  isEndSaid?: boolean
}) {
  const [isAsked, setAsked] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  if (nextCursor !== null) {
    const ask = () => {
      setAsked(true)
      more()
    }
    return (
      <LeavingButton busy={busy} onClick={ask} next={() => end.current}>
        Show older ones
      </LeavingButton>
    )
  }
  if (!isAsked && !isEndSaid) return null
  return (
    <p ref={end} className="text-ink-soft">
      This is the end of the list.
    </p>
  )
}
