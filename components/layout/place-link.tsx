'use client'

import Link from 'next/link'
import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import { LinkPending } from '@/components/ui/link-pending'

/**
 * A link of the navigation that knows whether the reader is there. It reads the route's segments, not the address: an
 * entrance page is `front/<section>` behind its address, on the server and in the browser alike.
 */
export function PlaceLink({
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
