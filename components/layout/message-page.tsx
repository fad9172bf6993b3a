import type { ReactNode } from 'react'
import { Sprig } from '@/components/ui/sprig'

/** A page that has one thing to say: not found, or went wrong. */
export function MessagePage({ kicker, title, children }: { kicker: string; title: string; children: ReactNode }) {
  return (
    <div className="oxford-rule flex min-h-[60vh] items-start gap-8 pt-12 sm:gap-14 sm:pt-20">
      <Sprig className="w-14 text-green sm:w-24" />
      <div>
        <p className="caption">{kicker}</p>
        <h1 className="mt-1 text-3xl sm:text-4xl">{title}</h1>
        <div className="mt-4 max-w-prose space-y-5 text-lg text-ink-soft">{children}</div>
      </div>
    </div>
  )
}
