'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { findModelContext } from '@/components/agent-tools/model-context'
import type { AgentDeed } from '@/components/agent-tools/offer-tools'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

type OfferState = 'unknown' | 'none' | 'offered' | 'failed'

const WORDS: Readonly<Record<OfferState, string>> = {
  unknown: '',
  none: 'Your browser offers no model context, so its agent cannot use them here. The same work is open to any program by the interface.',
  offered: 'Your browser’s agent can use them on this page now.',
  failed: 'Your browser offers a model context but did not take the tools.',
}

/**
 * Offers the tools to the browser while this page is open, and shows what an agent did with them. The server passes the
 * icons in, because importing them would add all icons to the page's scripts.
 */
export function ToolOffer({ yes, no }: { yes: ReactNode; no: ReactNode }) {
  const router = useRouter()
  const [offer, setOffer] = useState<OfferState>('unknown')
  const [deed, setDeed] = useState<AgentDeed | null>(null)
  useEffect(() => {
    const context = findModelContext()
    if (!context) {
      setOffer('none')
      return
    }
    const left = new AbortController()
    const { signal } = left
    import('@/components/agent-tools/offer-tools')
      .then(({ offerTools }) =>
        offerTools(context, signal, (done) => {
          setDeed(done)
          router.refresh()
        }),
      )
      .then(
        () => !signal.aborted && setOffer('offered'),
        () => !signal.aborted && setOffer('failed'),
      )
    return () => left.abort()
  }, [router])
  return (
    <div role="status" className="needs-script min-h-7 space-y-2">
      {offer === 'unknown' ? null : (
        <p className={`flex items-start gap-2.5 ${offer === 'offered' ? 'text-green' : 'text-ink-soft'}`}>
          {offer === 'offered' ? yes : no} {WORDS[offer]}
        </p>
      )}
      {deed ? (
        <Notice tone="calm">
          Your agent did this in your wallet’s name: {deed.title} (<code>{deed.tool}</code>).{' '}
          {deed.href ? <TextLink href={deed.href}>See it</TextLink> : null}
        </Notice>
      ) : null}
    </div>
  )
}
