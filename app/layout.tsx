import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { PageDocument } from '@/app/page-document'
import { PAGE_VIEWPORT } from '@/app/page-viewport'
import { isBareSite } from '@/lib/env'

export const viewport = PAGE_VIEWPORT

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page with a nonce (proxy.bare.ts) must be rendered for each request, never during the build.
  if (isBareSite) await connection()
  return <PageDocument head={isBareSite && <script src="/document.js" />}>{children}</PageDocument>
}
