'use client'

import { Suspense, useCallback, useEffect, useState } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { Icon } from '@/components/ui/icon'
import { whenIdle } from '@/components/ui/when-idle'
import type { Finding } from '@/lib/verify/finding'

const SignatureAnswer = lazyPart(() =>
  import('@/components/verify/signature-answer').then((module) => module.SignatureAnswer),
)

export interface CheckSignatureProps {
  readonly verdict: string
  readonly verifier: string
  readonly message: string
  readonly signature: string
  /** The reason or explanation that stands beside the signature. */
  readonly words: string
  /** What was judged, as the record shows it; null where it does not. */
  readonly content: object | null
  /** Checks by itself once the page is at rest, instead of at a click. */
  readonly byItself?: boolean
}

type Outcome = 'not-yet' | 'checking' | 'failed' | readonly Finding[]

/** Recovers the signer in the browser and compares what was signed with what is shown. Asks nobody. */
export function CheckSignature({
  verdict,
  verifier,
  message,
  signature,
  words,
  content,
  byItself,
}: CheckSignatureProps) {
  const [outcome, setOutcome] = useState<Outcome>('not-yet')
  const check = useCallback(async () => {
    setOutcome('checking')
    try {
      const { checkSignature } = await import('@/lib/verify/check-signature')
      setOutcome(await checkSignature('This verdict', { verdict, verifier, message, signature }, words, content))
    } catch {
      setOutcome('failed')
    }
  }, [verdict, verifier, message, signature, words, content])
  useEffect(() => (byItself ? whenIdle(check) : undefined), [byItself, check])

  return (
    <div className="needs-script mt-3">
      {outcome === 'not-yet' || outcome === 'failed' ? (
        <button
          type="button"
          onClick={check}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 text-sm font-semibold hover:border-green hover:text-green print:hidden"
        >
          <Icon name="seal" className="size-4" />
          Check this signature
        </button>
      ) : null}
      <div aria-live="polite">
        {outcome === 'checking' ? <p className="text-sm text-ink-soft">Checking in your browser …</p> : null}
        {outcome === 'failed' ? (
          <p className="mt-2 text-sm text-madder">The checker could not be loaded. Try again once you are online.</p>
        ) : null}
        {typeof outcome === 'object' ? (
          <Suspense fallback={null}>
            <SignatureAnswer findings={outcome} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
