import type { ReactNode } from 'react'

/** Sets a page's width. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-5 outline-none sm:px-8">
      {children}
    </main>
  )
}
