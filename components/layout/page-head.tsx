import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'

/** The title of a page that is no record, and what it is for. @param children what one does with it. */
export function PageHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <header className="oxford-rule pt-6">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 max-w-prose text-lg text-ink-soft">{lead}</p>
      {children}
    </header>
  )
}

/** What works by scripts alone. @param without is said where there are none. */
export function NeedsScript({ without, children }: { without: string; children: ReactNode }) {
  return (
    <>
      <div className="needs-script mt-8">{children}</div>
      <noscript>
        <Notice tone="warning" className="mt-8">
          {without}
        </Notice>
      </noscript>
    </>
  )
}
