import type { ReactNode } from 'react'

/** Scrolls content that may be wider than a phone or much longer than its neighbour, also by keyboard. */
export function ScrollArea({ label, tall = false, children }: { label: string; tall?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form, which a fieldset would be.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className={tall ? 'max-h-[85vh] overflow-auto' : 'overflow-x-auto'}
    >
      {children}
    </div>
  )
}
