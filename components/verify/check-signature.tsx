'use client'

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { whenIdle } from '@/components/ui/when-idle'
import type { Finding } from '@/lib/verify/finding'

interface CheckSignatureProps {
  /** Of the button. The server renders it, so no script of the page contains the drawings of all icons. */
  readonly icon: ReactNode
  readonly verdict: string
  readonly verifier: string
  readonly message: string
  readonly signature: string
  /** The reason or explanation that is shown with the signature. */
  readonly words: string
  /** The judged content as the record shows it; null if it does not show it. */
  readonly content: object | null
  /** Checks automatically once the page is idle, instead of on a click. */
  readonly byItself?: boolean
}

/** The findings and the component that shows them. Both are loaded by the check. */
interface Answer {
  readonly findings: readonly Finding[]
  readonly Shown: ComponentType<{ findings: readonly Finding[] }>
}

type Outcome = 'not-yet' | 'checking' | 'failed' | Answer

/** Recovers the signer in the browser and compares the signed text with the shown content. It sends no request. */
export function CheckSignature({
  icon,
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
      const [{ checkShownSignature }, { SignatureAnswer: Shown }] = await Promise.all([
        import('@/lib/verify/check-signature'),
        import('@/components/verify/findings'),
      ])
      const signed = { verdict, verifier, message, signature }
      setOutcome({ findings: await checkShownSignature('This verdict', signed, words, content), Shown })
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
          {icon}
          Check this signature
        </button>
      ) : null}
      <div aria-live="polite">
        {outcome === 'checking' ? <p className="text-sm text-ink-soft">Checking in your browser …</p> : null}
        {outcome === 'failed' ? (
          <p className="mt-2 text-sm text-madder">The checker could not be loaded. Try again once you are online.</p>
        ) : null}
        {typeof outcome === 'object' ? <outcome.Shown findings={outcome.findings} /> : null}
      </div>
    </div>
  )
}
