'use client'

import { useLinkStatus } from 'next/link'

/**
 * A green line that grows along the top edge while the page behind a link loads. It replaces a skeleton: a loading state of
 * the page would need a script to show the content, and pages must be complete without scripts.
 */
export function LinkPending() {
  return useLinkStatus().pending ? <span className="link-pending" aria-hidden="true" /> : null
}
