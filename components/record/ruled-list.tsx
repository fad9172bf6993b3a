import type { ReactNode } from 'react'

/** Lines between rules, or a sentence where there are none. */
export function RuledList({ empty, children }: { empty?: ReactNode; children: readonly ReactNode[] }) {
  return children.length > 0 ? (
    <ul className="border-t border-rule">{children}</ul>
  ) : (
    <p className="text-ink-soft">{empty}</p>
  )
}
