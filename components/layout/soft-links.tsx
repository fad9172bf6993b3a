'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

/** The link that a click follows within the site; null if the click is the browser's: with a key held, to download, in a new tab. */
function softLink(event: MouseEvent): HTMLAnchorElement | null {
  const isHeld = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || isHeld || event.button !== 0 || !(event.target instanceof Element)) return null
  return event.target.closest<HTMLAnchorElement>('a[data-soft]')
}

/**
 * Follows the links of all pages within the document. One island does it for all of them, because an island for each is what a
 * page with dozens would be made of. Nothing is fetched before a click, because lists are long.
 *
 * A green line grows along the top edge while a page loads. It replaces a skeleton: a loading state of the page would need a
 * script to show the content, and pages must be complete without scripts.
 */
export function SoftLinks() {
  const router = useRouter()
  const [isLoading, startLoading] = useTransition()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = softLink(event)
      if (link === null) return
      event.preventDefault()
      startLoading(() => router.push(link.getAttribute('href') ?? ''))
    }
    // After React's own listeners, so that a link's may keep it from being followed.
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [router])
  return isLoading ? <span className="link-pending" aria-hidden="true" /> : null
}
