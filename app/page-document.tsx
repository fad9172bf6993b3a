import type { ReactNode } from 'react'
import { faces } from '@/app/fonts'
import '@/app/globals.css'

/**
 * The document around every page.
 *
 * Our own server writes `public/document.js` into each page (`server/pages/document-script.ts`); without it, the page's head
 * loads the file. It runs before the first paint, so that the other theme never flashes, and before React hydrates:
 *
 * - It sets `data-theme` on the root element.
 * - It takes the faces away until the first paint, unless this tab has had them: the words are drawn at once, by a face of the
 *   reader's system (app/fallback-fonts.css).
 * - After the first paint it loads the scripts of the build, or at once if nobody sees the page; each begins in a task of its
 *   own, because all of them in one block a slow phone. Presses of buttons that React hears only once it has hydrated the page
 *   are kept until then; a button that was pressed twice is pressed once.
 * - It opens the search on “/”, ⌘K and Ctrl-K, and loads what few readers need: `acts.js` when a button with `data-does` is
 *   pressed, `people.js` if this browser has stored an address.
 * @param head the elements of its head.
 */
export function PageDocument({ head, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <html lang="en" className={faces} suppressHydrationWarning>
      <head>{head}</head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
