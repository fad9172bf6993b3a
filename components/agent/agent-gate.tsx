'use client'

import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { Notice } from '@/components/ui/notice'

const AgentRequest = lazyPart(() => import('@/components/agent/agent-request'), 'AgentRequest')

const HANDLE = /^[\w-]{43}$/

/**
 * The request of an agent, by the handle after the `#`, which no server sees. It is loaded lazily, because it brings the code of
 * every write.
 */
export function AgentGate() {
  // Null until the address is read in the browser.
  const [handle, setHandle] = useState<string | null>(null)
  useEffect(() => {
    const look = () => setHandle(location.hash.slice(1))
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  const wait = <p className="text-ink-soft">Looking up what is asked …</p>
  if (handle === null) return wait
  if (!HANDLE.test(handle))
    return (
      <Notice tone="fault" role="alert">
        This address names no request: open the whole address that your agent gave you.
      </Notice>
    )
  return (
    <Suspense fallback={wait}>
      <AgentRequest key={handle} handle={handle} />
    </Suspense>
  )
}
