'use client'

import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { LeavingButton } from '@/components/forms/leaving-button'
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
  const [isPressed, setPressed] = useState(false)
  const answer = useRef<HTMLDivElement>(null)
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
      {typeof outcome === 'object' ? null : (
        <div className="text-sm print:hidden">
          <LeavingButton
            busy={outcome === 'checking'}
            onClick={() => {
              setPressed(true)
              void check()
            }}
            next={() => answer.current?.querySelector('summary') ?? null}
          >
            {icon}
            Check this signature
          </LeavingButton>
        </div>
      )}
      {/* What is checked by itself is not announced: the verdicts of a page would all speak at once. */}
      <div role={byItself && !isPressed ? undefined : 'status'} className="text-sm">
        {outcome === 'checking' ? <p className="text-ink-soft">Checking in your browser …</p> : null}
        {outcome === 'failed' ? (
          <p className="mt-2 text-madder">The checker could not be loaded. Try again once you are online.</p>
        ) : null}
      </div>
      <div ref={answer}>{typeof outcome === 'object' ? <outcome.Shown findings={outcome.findings} /> : null}</div>
    </div>
  )
}
