'use client'

import { type ReactNode, useState } from 'react'
import { FoldSummary } from '@/components/ui/fold'

interface Reason {
  readonly inUse: boolean
  readonly faults: object | null
}

/** Whether fields unfold that were rendered for one reason before. */
export const unfolds = (before: Reason, { inUse, faults }: Reason): boolean =>
  (inUse && !before.inUse) || (faults !== null && faults !== before.faults)

/**
 * Fields that few people need, folded away. They unfold when they first have a value, and for each attempt that finds an error in
 * one of them; in between the reader folds them as they like.
 * @param faults the errors of the last attempt, another object for each; null if none is of a field in it.
 */
export function Folded({
  title,
  inUse,
  faults = null,
  children,
}: {
  title: string
  inUse: boolean
  faults?: object | null
  children: ReactNode
}) {
  const [open, setOpen] = useState(inUse || faults !== null)
  const [seen, setSeen] = useState({ inUse, faults })
  // While rendering, so that it is open when the form moves the focus to the field with the error.
  if (seen.inUse !== inUse || seen.faults !== faults) {
    setSeen({ inUse, faults })
    if (unfolds(seen, { inUse, faults })) setOpen(true)
  }
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border border-rule px-4 py-1"
    >
      <FoldSummary>{title}</FoldSummary>
      <div className="space-y-5 border-t border-rule pt-4 pb-3">{children}</div>
    </details>
  )
}
