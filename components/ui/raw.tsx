import type { ReactNode } from 'react'
import { ExactText } from '@/components/ui/exact-text'
import { Icon } from '@/components/ui/icon'

/** The exact text beside its decoded form; folded, because most readers come for the other. */
export function Raw({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="mt-1.5 print:not-open:hidden">
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-green">
        <Icon name="raw" className="turns size-3.5" />
        {summary}
      </summary>
      <div className="mt-2 space-y-3">{children}</div>
    </details>
  )
}

export function RawText({ name, text }: { name: string; text: string }) {
  return (
    <figure>
      <figcaption className="caption">{name}</figcaption>
      <ExactText text={text} className="mt-1" />
    </figure>
  )
}
