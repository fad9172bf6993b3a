'use client'

import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { shortAddress } from '@/components/ui/short-address'
import { followSession } from '@/components/wallet/session'
import { loadWallet, useConnect, warmWallet } from '@/components/wallet/wallet'
import { isTwoWallets, useWallet } from '@/components/wallet/wallet-store'

// The button stands on every page, so none of its parts may take the page away when it cannot be loaded.
const Dialogs = lazyPart(
  () => import('@/components/wallet/sheets/dialogs'),
  'Dialogs',
  () => <NotLoaded again="load the page again" />,
)
const WalletMenu = lazyPart(
  () => import('@/components/wallet/wallet-menu'),
  'WalletMenu',
  () => <p className="text-madder">The menu could not be loaded. Check your connection and load the page again.</p>,
)
const UnreadBadge = lazyPart(
  () => import('@/components/notifications/unread-badge'),
  'UnreadBadge',
  () => null,
)

/**
 * A button to connect, or the signed-in address with its menu. It contains no wallet code; that is loaded on
 * demand. A press before it is known whether somebody is signed in does what it would have done a moment later.
 */
export function WalletButton({ icon }: { icon: ReactNode }) {
  const wallet = useWallet()
  const menu = useId()
  const menuElement = useRef<HTMLDivElement>(null)
  const { pressed, connect } = useConnect()
  const { session, host, known } = wallet
  const [isEarly, setEarly] = useState(false)
  useEffect(() => {
    // It stands on every page, so here `public/document.js` is told that React hears the presses from now on.
    dispatchEvent(new Event('hydrated'))
    return followSession()
  }, [])
  useEffect(() => {
    if (!isEarly || !known) return
    setEarly(false)
    if (session) menuElement.current?.showPopover()
    else connect()
  })

  const busy = isEarly || (pressed && host === 'loading')
  return (
    <div className="needs-script relative">
      <button
        type="button"
        onClick={session || pressed ? undefined : () => setEarly(true)}
        onPointerEnter={warmWallet}
        popoverTarget={session ? menu : undefined}
        aria-disabled={busy || undefined}
        className={`inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border px-3.5 font-semibold whitespace-nowrap hover:border-green hover:text-green aria-disabled:cursor-progress ${isTwoWallets(wallet) ? 'border-ochre bg-ochre-wash text-ochre' : 'border-rule-strong'}`}
      >
        {icon}
        <WalletWord busy={busy} />
        {session ? (
          <Suspense fallback={null}>
            <UnreadBadge wallet={session.address} />
          </Suspense>
        ) : null}
      </button>
      {session ? (
        <div
          id={menu}
          ref={menuElement}
          popover="auto"
          onToggle={(event) => {
            if (event.newState === 'open') loadWallet().catch(() => undefined)
          }}
          className="absolute inset-auto top-20 right-5 m-0 w-[min(22rem,calc(100%-2.5rem))] rounded-md border border-rule-strong bg-leaf p-5 text-ink shadow-lg sm:right-[max(2rem,calc((100%-72rem)/2+2rem))]"
        >
          <Suspense fallback={<p className="text-ink-soft">…</p>}>
            <WalletMenu session={session} />
          </Suspense>
        </div>
      ) : null}
      {host === 'failed' ? <NotLoaded again="press again, or load the page again" /> : null}
      {host === 'ready' ? (
        <Suspense fallback={null}>
          <Dialogs />
        </Suspense>
      ) : null}
    </div>
  )
}

function NotLoaded({ again }: { again: string }) {
  return (
    <p
      role="alert"
      className="absolute top-12 right-0 z-10 w-64 border border-madder bg-madder-wash p-3 text-sm text-madder"
    >
      The wallet part could not be loaded. Check your connection and {again}.
    </p>
  )
}

function WalletWord({ busy }: { busy: boolean }) {
  const wallet = useWallet()
  const { session } = wallet
  if (!session) return <span>{busy ? 'Loading …' : 'Connect'}</span>
  return (
    <>
      <span aria-hidden="true" className="mono sm:hidden">
        …{session.address.slice(-4)}
      </span>
      <span className="mono max-sm:sr-only">{shortAddress(session.address)}</span>
      <span className="sr-only">, signed in; open the menu of your wallet</span>
      {isTwoWallets(wallet) ? <span className="sr-only"> (another wallet is connected)</span> : null}
    </>
  )
}
