import type { Metadata } from 'next'
import { NeedsScript, PageHead } from '@/components/layout/page-head'
import { SessionGate } from '@/components/sessions/session-gate'

export const metadata: Metadata = { title: 'Sessions', robots: { index: false } }

export default function SessionsPage() {
  return (
    <>
      <PageHead
        title="Sessions"
        lead="Where your wallet is signed in: browsers, and programs that hold a token. End one that you do not know, or all of them. Whatever held it has to sign in again. With all of them, the private address of your feeds ends too."
      />
      <NeedsScript without="Sessions need JavaScript, because only your wallet’s sign-in shows which are yours.">
        <SessionGate />
      </NeedsScript>
    </>
  )
}
