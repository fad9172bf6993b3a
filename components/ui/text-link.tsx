import type { MouseEvent, ReactNode } from 'react'

/**
 * A link within the site, which `SoftLinks` follows. A link to a part of a page, of this one or of another, is left to the
 * browser: only then the part matches `:target`, which a phone shows (`.parts` in app/globals.css), and the browser opens what
 * is folded around it.
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
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  'aria-current'?: 'page' | 'true'
  'aria-label'?: string
}) {
  return (
    <a href={href} data-soft={href.includes('#') ? undefined : ''} className={className} {...aria}>
      {children}
    </a>
  )
}
