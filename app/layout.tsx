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
  // A page that carries its reader's nonce (proxy.bare.ts) is made for that reader, never while building.
  if (isBareSite) await connection()
  // `theme.js` runs before the first paint, so that a chosen theme never flashes; it is a file because the policy allows no inline
  // script. It writes `data-theme` on the element before React arrives, opens the search by “/”, ⌘K and Ctrl-K, and fetches what few
  // readers need: `acts.js` when a button with `data-does` is pressed, `people.js` where this browser knows an address.
  return (
    <html lang="en" className={faces} suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
