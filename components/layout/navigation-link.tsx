'use client'

import Link from 'next/link'
import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A navigation link that is marked as current on the pages of its section. It reads the route's segments, not the URL.
 * They are the same on the server and in the browser. A leading `front` segment is skipped.
 */
export function NavigationLink({
  href,
  section,
  className,
  children,
}: {
  href: string
  section: string
  className: string
  children: ReactNode
}) {
  const [first, second] = useSelectedLayoutSegments()
  const here = (first === 'front' ? second : first) === section
  return (
    <Link href={href} prefetch={false} className={className} aria-current={here ? 'page' : undefined}>
      {children}
      <LinkPending />
    </Link>
  )
}
