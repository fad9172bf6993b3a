import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'

/** The title and purpose of a page that is not a record's. @param children the page's actions. */
export function PageHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <header className="oxford-rule pt-6">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 max-w-prose text-lg text-ink-soft">{lead}</p>
      {children}
    </header>
  )
}

/** Content that needs scripts. @param without the text shown without them. */
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
