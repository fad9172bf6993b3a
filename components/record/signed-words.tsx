import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { Raw, RawText } from '@/components/ui/raw'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { CheckSignature } from '@/components/verify/check-signature'
import type { Label } from '@/lib/machine/labels'

export interface SignedText {
  readonly verdict: string
  readonly verifier: string
  readonly signedAt: string
  readonly message: string
  readonly signature: string
}

/** A verifier's signed verdict: the words, who signed and when, and the exact text for anyone to check. */
export function SignedWords({
  label,
  words,
  signed,
  content,
  checksItself = false,
  about,
}: {
  label: Label
  words: string
  signed: SignedText
  /** The judged content as the record shows it, field by field; null if it does not. */
  content: object | null
  checksItself?: boolean
  about?: ReactNode
}) {
  return (
    <article className="break-inside-avoid border-l-2 border-green pl-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LabelBadge label={label} />
        <span className="text-sm text-ink-soft">
          signed by <WalletAddress address={signed.verifier} as="verifier" /> on <Moment at={signed.signedAt} />
        </span>
      </p>
      {about ? <p className="mt-1 text-sm text-ink-soft">{about}</p> : null}
      <Prose text={words} className="mt-2" />
      <Raw summary="The exact text that was signed, and the signature">
        <RawText name="Message (personal_sign)" text={signed.message} />
        <RawText name="Signature" text={signed.signature} />
      </Raw>
      <CheckSignature
        icon={<Icon name="seal" className="size-4" />}
        verdict={signed.verdict}
        verifier={signed.verifier}
        message={signed.message}
        signature={signed.signature}
        words={words}
        content={content}
        byItself={checksItself}
      />
    </article>
  )
}
