import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

/** A page on which something new is published. */
export function NewRecordPage({
  kind,
  href,
  title,
  lead,
  children,
}: {
  kind: string
  /** Of the list it will be in. */
  href: string
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <>
      <header className="oxford-rule pt-6">
        <p className="caption">
          <TextLink href={href}>{kind}</TextLink>
        </p>
        <h1 className="mt-2 text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">{lead}</p>
      </header>
      <noscript>
        <Notice tone="warning" className="mt-8">
          Publishing needs JavaScript and a wallet. Reading needs neither.
        </Notice>
      </noscript>
      <div className="needs-script mt-10 max-w-2xl">{children}</div>
    </>
  )
}
