import Link from 'next/link'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A link within the site. It does not prefetch, because lists are long. A link to a part of a page, of this one or of
 * another, is left to the browser: only then the part matches `:target`, which a phone shows (`.parts` in
 * app/globals.css), and the browser opens what is folded around it.
 */
export function TextLink({
  href,
  className = 'link',
  children,
  ...aria
}: {
  href: string
  className?: string
  children: ReactNode
  title?: string
  onClick?: () => void
  'aria-current'?: 'page' | 'true'
  'aria-label'?: string
}) {
  if (href.includes('#'))
    return (
      <a href={href} className={className} {...aria}>
        {children}
      </a>
    )
  return (
    <Link href={href} prefetch={false} className={className} {...aria}>
      {children}
      <LinkPending />
    </Link>
  )
}
