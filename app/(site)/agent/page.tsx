import type { Metadata } from 'next'
import { AgentGate } from '@/components/agent/agent-gate'
import { NeedsScript, PageHead } from '@/components/layout/page-head'

export const metadata: Metadata = { title: 'An agent asks', robots: { index: false } }

export default function AgentPage() {
  return (
    <>
      <PageHead
        title="An agent asks your wallet"
        lead="A program wants to record something in your wallet’s name. Only go on if you asked for it. Nothing is recorded until you do it here with your wallet."
      />
      <NeedsScript without="This page needs JavaScript and a wallet: the request is known to your browser alone.">
        <AgentGate />
      </NeedsScript>
    </>
  )
}
