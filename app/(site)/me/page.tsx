import type { Metadata } from 'next'
import { NeedsScript, PageHead } from '@/components/layout/page-head'
import { MeGate } from '@/components/me/me-gate'

export const metadata: Metadata = { title: 'For you', robots: { index: false } }

export default function MePage() {
  return (
    <>
      <PageHead title="For you" lead="What waits for you, what of yours waits for others, and what came of it." />
      <NeedsScript without="This page needs JavaScript, because only your wallet’s sign-in shows what is yours.">
        <MeGate />
      </NeedsScript>
    </>
  )
}
