import type { Metadata } from 'next'
import { SessionGate } from '@/components/sessions/session-gate'
import { Notice } from '@/components/ui/notice'

// The frame's words are known only while the service runs, so this page is not made while building.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Sessions', robots: { index: false } }

export default function SessionsPage() {
  return (
    <>
      <header className="oxford-rule pt-6">
        <h1 className="text-4xl">Sessions</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">
          Where your wallet is signed in: browsers, and programs that hold a token. End one that you do not know, or all
          of them. Whatever held it has to sign in again.
        </p>
      </header>
      <div className="needs-script mt-8">
        <SessionGate />
      </div>
      <noscript>
        <Notice tone="warning" className="mt-8">
          Sessions need JavaScript, because only your wallet’s sign-in shows which are yours.
        </Notice>
      </noscript>
    </>
  )
}
