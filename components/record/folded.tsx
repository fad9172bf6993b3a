'use client'

import { type ReactNode, useState } from 'react'
import { FoldSummary } from '@/components/ui/fold'

/** Fields that few people need, folded away. They unfold when they have a value or an error. */
export function Folded({ title, inUse, children }: { title: string; inUse: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open || inUse}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border border-rule px-4 py-1"
    >
      <FoldSummary>{title}</FoldSummary>
      <div className="space-y-5 border-t border-rule pt-4 pb-3">{children}</div>
    </details>
  )
}
