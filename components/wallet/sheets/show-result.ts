import type { Outcome } from '@/components/wallet/signing/job'

/** What the page marks as the place of a result (components/forms/write-result.tsx). */
const RESULT = 'main [role="status"][tabindex="-1"]'

/** Brings focus and view to what was recorded: the part of this page that it names, else where its result is told. */
export function showResult({ href }: Outcome): void {
  const { pathname, hash } = new URL(href ?? '', location.href)
  const part = href && pathname === location.pathname ? document.getElementById(hash.slice(1)) : null
  const told = [...document.querySelectorAll<HTMLElement>(RESULT)].find((place) => place.textContent)
  const place = part ?? told
  if (!place) return
  // A phone shows one part of a record at a time: the one that the address names.
  if (place === part && part.getClientRects().length === 0) location.hash = hash
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'center' })
}
