'use client'

import { Suspense } from 'react'
import { lazyPart } from '@/components/record/lazy-part'

const AgentRequest = lazyPart(() => import('@/components/agent/agent-request'), 'AgentRequest')

/** The page's part for what an agent asks; it is loaded apart, because it brings the way of every write. */
export function AgentGate() {
  return (
    <Suspense fallback={<p className="text-ink-soft">Looking up what is asked …</p>}>
      <AgentRequest />
    </Suspense>
  )
}
