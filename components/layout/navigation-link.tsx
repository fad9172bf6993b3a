'use client'

import Link from 'next/link'
import { usePathname, useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A navigation link that is marked as current on its page and on the pages below it. `href` is compared with the route's
 * segment, not with the URL: the page for a path that does not exist is rendered during the build, for every such path.
 * @param href `/` or a path of one segment.
 */
export function NavigationLink({
  href,
  className,
  children,
}: {
  href: string
  className: string
  children: ReactNode
}) {
  const segment = useSelectedLayoutSegment()
  const isHome = usePathname() === '/'
  const here = href === '/' ? isHome : href === `/${segment}`
  return (
    <Link href={href} prefetch={false} className={className} aria-current={here ? 'page' : undefined}>
      {children}
      <LinkPending />
    </Link>
  )
}
