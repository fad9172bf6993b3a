import type { ReactNode } from 'react'
import { Sprig } from '@/components/ui/sprig'

/** An empty list, with the next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-5 border-y border-rule py-8">
      <Sprig className="w-9 text-green" />
      <div>
        <p className="font-display text-xl">{title}</p>
        <div className="mt-1 max-w-prose text-ink-soft">{children}</div>
      </div>
    </div>
  )
}
