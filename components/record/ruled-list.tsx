import type { ReactNode } from 'react'

/** A list with rules between its lines, or a sentence if it is empty. */
export function RuledList({ empty, children }: { empty?: ReactNode; children: readonly ReactNode[] }) {
  return children.length > 0 ? (
    <ul className="border-t border-rule">{children}</ul>
  ) : (
    <p className="text-ink-soft">{empty}</p>
  )
}
