import Link from 'next/link'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A link within the site. Lists are long, so nothing is fetched before it is asked for. A part of the page itself is left to
 * the browser: only then it counts as the target, which a phone shows (`.parts` in app/globals.css).
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
  'aria-current'?: 'page' | 'true'
  'aria-label'?: string
}) {
  if (href.startsWith('#'))
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
