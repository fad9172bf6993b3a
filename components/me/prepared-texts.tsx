'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { RecordTitle, TurnLine } from '@/components/me/turn-entry'
import { Countdown } from '@/components/ui/countdown'
import { rememberPlace } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import type { PreparedView } from '@/lib/turns/schemas'

interface PreparedTextsProps {
  readonly texts: readonly PreparedView[]
  /** Called when a text was signed, or the sheet was closed. */
  readonly onEnd: () => void
}

/** The texts that wait for the reader's signature, no matter which browser or program prepared them. */
export function PreparedTexts({ texts, onEnd }: PreparedTextsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: their time runs from when they were read.
  const readAt = useMemo(() => Date.now(), [texts])
  const [fault, setFault] = useState<string | null>(null)
  // One sheet at a time: until the wallet code is loaded and the sheet is open, another press is the same one.
  const [signing, setSigning] = useState<string | null>(null)
  const isSigning = useRef(false)
  const pressed = useRef<{ readonly nonce: string; isOver: boolean; returnFocus(): void } | null>(null)
  useEffect(() => {
    const press = pressed.current
    if (!press) return
    const isThere = texts.some(({ nonce }) => nonce === press.nonce)
    // The pressed button has gone with its text.
    if (!isThere) press.returnFocus()
    if (!isThere || press.isOver) pressed.current = null
  }, [texts])
  const said = fault ? <p role="alert">{fault}</p> : null
  if (texts.length === 0) return said

  async function sign(text: PreparedView): Promise<void> {
    if (isSigning.current) return
    isSigning.current = true
    setSigning(text.nonce)
    setFault(null)
    const press = { nonce: text.nonce, isOver: false, returnFocus: rememberPlace() }
    pressed.current = press
    try {
      const { signPrepared } = await import('@/components/me/sign-prepared')
      setFault(await signPrepared(text, readAt + text.expiresIn * 1_000))
      press.isOver = true
      onEnd()
    } catch (refusal) {
      console.error(refusal)
      pressed.current = null
      setFault('The wallet part could not be loaded. Check your connection and try again, or load the page again.')
    }
    isSigning.current = false
    setSigning(null)
  }
  return (
    <Section
      id="signatures"
      title="Waiting for your signature"
      note="You, or a program that holds a token of yours, began these. Each shows its exact text once more before your wallet opens."
    >
      <ul className="border-t border-rule">
        {texts.map((text) => (
          <TurnLine
            key={text.nonce}
            recordType={text.recordType}
            action={
              <Button kind="primary" busy={signing === text.nonce} onClick={() => void sign(text)}>
                Look and sign<span className="sr-only">: {text.title}</span>
              </Button>
            }
          >
            <RecordTitle href={text.href} title={text.title} />
            <p className="text-sm text-ink-soft">
              Good until <Countdown endsAt={readAt + text.expiresIn * 1_000} />
            </p>
          </TurnLine>
        ))}
      </ul>
      {said}
    </Section>
  )
}
