'use client'

import Link from 'next/link'
import { usePathname, useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A navigation link that is marked as current on the pages of its section.
 * @param section the first segment of its pages' paths; null for the home page. It is compared with the route's segment, not
 * with the URL: the page for a path that does not exist is rendered during the build, for every such path.
 */
export function NavigationLink({
  href,
  section,
  className,
  children,
}: {
  href: string
  section: string | null
  className: string
  children: ReactNode
}) {
  const segment = useSelectedLayoutSegment()
  const isHome = usePathname() === '/'
  const here = section === null ? isHome : segment === section
  return (
    <Link href={href} prefetch={false} className={className} aria-current={here ? 'page' : undefined}>
      {children}
      <LinkPending />
    </Link>
  )
}
