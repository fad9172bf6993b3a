'use client'

import { usePathname, useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import { TextLink } from '@/components/ui/text-link'

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
    <TextLink href={href} className={className} aria-current={here ? 'page' : undefined}>
      {children}
    </TextLink>
  )
}
