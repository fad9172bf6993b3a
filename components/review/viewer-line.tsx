'use client'

import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { WriteState } from '@/components/forms/use-write'
import { lazyPart } from '@/components/record/lazy-part'
import { shortAddress } from '@/components/ui/short-address'
import { createStore, useStore } from '@/components/ui/store'
import { ConnectButton, Gate } from '@/components/wallet/gate'
import { useWallet } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'
import { conflictOf, type Parties } from '@/lib/machine/conflict'

const WriteResult = lazyPart(() => import('@/components/forms/write-result'), 'WriteResult')

/** The result of the last verdict, or why it was refused. It is shown above the queue, because the judged item leaves the queue. */
export const lastVerdict = createStore<Pick<Partial<WriteState>, 'outcome' | 'fault'> | null>(null)

/** Rendered on the server. Otherwise the page's scripts would contain all icons. */
interface ViewerIcons {
  readonly verifier: ReactNode
  readonly reader: ReactNode
  readonly wallet: ReactNode
}

interface Queue {
  readonly waiting: readonly Parties[]
  /** Whether the page shows the whole queue. */
  readonly isAll: boolean
}

/** What the viewer's wallet may do here, and the result of its last verdict. */
export function ViewerLine({ icons, ...queue }: Queue & { icons: ViewerIcons }) {
  const last = useStore(lastVerdict)
  const wallet = useWallet().session?.address
  const line = useRef<HTMLDivElement>(null)
  const { length } = queue.waiting
  const seen = useRef(length)
  useEffect(() => {
    // The judged item left the queue and had the focus: the focus moves to the result.
    if (length < seen.current && document.activeElement === document.body) line.current?.focus()
    seen.current = length
  }, [length])
  // The next visit, or another wallet, has nothing to do with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is what must not change.
  useEffect(() => () => lastVerdict.set(null), [wallet])
  return (
    <div ref={line} tabIndex={-1} className="mt-6 space-y-4 outline-none">
      <Gate signedOut={<SignedOut icons={icons} />}>
        {(session) => <SignedIn session={session} {...queue} icons={icons} />}
      </Gate>
      <Suspense fallback={null}>{last ? <WriteResult write={last} /> : null}</Suspense>
    </div>
  )
}

/** Says that some items are not the viewer's to judge. */
export const ownWords = (count: number): string =>
  count === 1
    ? '1 is not yours to review, because you have a part in it.'
    : `${count} are not yours to review, because you have a part in them.`

function SignedIn({ session, waiting, isAll, icons }: Queue & { session: SessionView; icons: ViewerIcons }) {
  const { address, isVerifier } = session
  const own = waiting.filter((item) => conflictOf(item, address) !== null).length
  const yours = waiting.length - own
  return (
    <p className="flex items-start gap-3 border-l-2 border-green pl-4">
      {isVerifier ? icons.verifier : icons.reader}
      <span>
        {isVerifier ? (
          <>
            You are a verifier (<span className="font-mono text-sm">{shortAddress(address)}</span>).{' '}
            <strong>
              {yours === 0 ? 'Nothing' : yours}
              {isAll ? '' : ' on this page'} {yours > 1 ? 'wait' : 'waits'} for you.
            </strong>
            {own > 0 ? ` ${ownWords(own)}` : ''}
          </>
        ) : (
          <>
            You can read. Only listed verifiers can review, and{' '}
            <span className="font-mono text-sm">{shortAddress(address)}</span> is not one of them.
          </>
        )}
      </span>
    </p>
  )
}

function SignedOut({ icons }: { icons: ViewerIcons }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-l-2 border-green pl-4">
      <p className="max-w-prose">Anyone can read. Only listed verifiers can review, with their signature.</p>
      <ConnectButton>{icons.wallet} Sign in to review</ConnectButton>
    </div>
  )
}
