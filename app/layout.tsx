import type { Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { faces } from '@/app/fonts'
import '@/app/globals.css'
import { isBareSite } from '@/lib/env'

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page with a nonce (proxy.bare.ts) must be rendered for each request, never during the build.
  if (isBareSite) await connection()
  // `theme.js` runs before the first paint, so that the other theme never flashes. It is a file because the policy allows no
  // inline script. It sets `data-theme` on the root element before React hydrates, opens the search on “/”, ⌘K and Ctrl-K, and
  // loads what few readers need: `acts.js` when a button with `data-does` is pressed, `people.js` if this browser has stored
  // an address. Behind our own server it loads the scripts of the build after the first frame (`loadedAfterPaint`), or at
  // once if nobody sees the page. Presses of buttons that React hears only once it has hydrated the page are kept until then;
  // a button that was pressed twice is pressed once.
  return (
    <html lang="en" className={faces} suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
