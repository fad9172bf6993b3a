import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { faces } from '@/app/fonts'
import '@/app/globals.css'

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
}

export default function RootLayout({ children }: { children: ReactNode }) {
  // `theme.js` may write `data-theme` on the element before React arrives.
  return (
    <html lang="en" className={faces} suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
