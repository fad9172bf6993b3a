'use client'

import { type ReactNode, Suspense, useId, useState } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { warmWallet } from '@/components/wallet/wallet'
import { useShownSession, useWallet } from '@/components/wallet/wallet-store'
import { type Parties, refusalOf } from '@/lib/machine/conflict'

const DecisionVerdictForm = lazyPart(() => import('@/components/review/verdict-form'), 'DecisionVerdictForm')
const ProofVerdictForm = lazyPart(() => import('@/components/review/verdict-form'), 'ProofVerdictForm')

export interface JudgedItem extends Parties {
  readonly id: string
  readonly recordId: string
  readonly title: string
  /** The SHA-256 of what the card shows, as the text to sign names it. */
  readonly contentHash: string
  /** Decisions only: the public post that it names. */
  readonly decisionUrl?: string
}

/**
 * The place to judge an item of the queue, or the reason why this wallet may not.
 * @param icon rendered on the server. Otherwise the page's scripts would contain all icons.
 */
export function VerdictPanel({ item, icon }: { item: JudgedItem; icon: ReactNode }) {
  const { known } = useWallet()
  const session = useShownSession()
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!known) return null
  const refusal = session
    ? refusalOf(item, session.address, session.isVerifier)
    : 'Sign in with a verifier’s wallet to review this.'
  const isOpen = open && refusal === null
  return (
    <div className="mt-6 border-t border-rule pt-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <button
          type="button"
          aria-disabled={refusal ? true : undefined}
          aria-describedby={refusal ? `${id}-why` : undefined}
          aria-expanded={refusal ? undefined : open}
          aria-controls={refusal ? undefined : id}
          onClick={() => {
            if (!refusal) setOpen(!open)
          }}
          onPointerEnter={refusal ? undefined : warmWallet}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-green px-5 py-2 font-semibold text-green hover:bg-green-wash aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:border-rule-strong aria-disabled:text-ink-soft aria-disabled:hover:bg-transparent"
        >
          {isOpen ? null : icon} {isOpen ? 'Cancel' : 'Review'}
          <span className="sr-only">: {item.title}</span>
        </button>
        {refusal ? (
          <p id={`${id}-why`} className="text-ink-soft">
            {refusal}
          </p>
        ) : null}
      </div>
      <div id={id} hidden={!isOpen} className="max-w-2xl pt-5">
        {isOpen ? (
          <Suspense fallback={<p className="text-ink-soft">…</p>}>
            {item.kind === 'decision' ? (
              <DecisionVerdictForm
                recordId={item.recordId}
                title={item.title}
                contentHash={item.contentHash}
                decisionUrl={item.decisionUrl}
              />
            ) : (
              <ProofVerdictForm
                proofId={item.id}
                recordId={item.recordId}
                title={item.title}
                contentHash={item.contentHash}
              />
            )}
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
