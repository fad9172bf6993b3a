import type { ReactNode } from 'react'
import { faces } from '@/app/fonts'
import '@/app/globals.css'

/**
 * The document around every page.
 *
 * `document.js` runs before the first paint, so that the other theme never flashes. It is a file because the policy allows
 * no inline script. It sets `data-theme` on the root element before React hydrates, opens the search on “/”, ⌘K and Ctrl-K,
 * and loads what few readers need: `acts.js` when a button with `data-does` is pressed, `people.js` if this browser has stored
 * an address. Behind our own server it loads the scripts of the build after the first frame (`loadedAfterPaint`), or at
 * once if nobody sees the page; each begins in a task of its own, because all of them in one block a slow phone. Presses of
 * buttons that React hears only once it has hydrated the page are kept until then; a button that was pressed twice is
 * pressed once.
 * @param head further elements of its head.
 */
export function PageDocument({ head, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <html lang="en" className={faces} suppressHydrationWarning>
      <head>
        {head}
        <script src="/document.js" />
      </head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
