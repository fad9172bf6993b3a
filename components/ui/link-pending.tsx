'use client'

import { useLinkStatus } from 'next/link'

/**
 * A green line that grows along the top edge while the page behind a link is on its way. The place of a skeleton:
 * a page's own loading state would put its content behind a script, and pages must be whole without one.
 */
export function LinkPending() {
  return useLinkStatus().pending ? <span className="link-pending" aria-hidden="true" /> : null
}
