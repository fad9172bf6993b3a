'use client'

import { type MouseEvent, useState } from 'react'
import { Button } from '@/components/forms/button'
import { HiddenHere } from '@/components/moderation/hidden-here'
import { useUnread } from '@/components/notifications/unread-store'
import { rememberPlace } from '@/components/ui/focus'
import { Icon, type IconName } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { shortAddress } from '@/components/ui/short-address'
import { TextLink } from '@/components/ui/text-link'
import { loadWallet } from '@/components/wallet/wallet'
import { WalletFacts } from '@/components/wallet/wallet-facts'
import { isTwoWallets, useWallet } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

function placesOf({ address, isVerifier, isAdmin }: SessionView) {
  const places: { href: string; icon: IconName; word: string }[] = [
    { href: '/me', icon: 'hand', word: 'For you' },
    { href: `/wallets/${address}`, icon: 'sprout', word: 'My page' },
    { href: '/notifications', icon: 'clock', word: 'Notifications' },
    { href: '/muse', icon: 'voices', word: 'My Muse' },
    { href: '/sessions', icon: 'wallet', word: 'Sessions' },
  ]
  if (isVerifier) places.push({ href: '/review', icon: 'lens', word: 'Review' })
  if (isAdmin) places.push({ href: '/moderation', icon: 'seal', word: 'Moderation' })
  return places
}

function closeMenu(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}

/** The facts about the reader's wallet, its pages, and the buttons to sign out and disconnect. */
export function WalletMenu({ session }: { session: SessionView }) {
  const wallet = useWallet()
  const { connected, host } = wallet
  const unread = useUnread(session.address)
  return (
    <div className="space-y-4">
      {host === 'ready' ? <WalletFacts /> : <p className="text-ink-soft">Looking for your wallet …</p>}
      {isTwoWallets(wallet) && connected ? (
        <Notice tone="warning" as="div" className="space-y-3 text-sm">
          <p>Your wallet shows another account than the one signed in. Nothing is sent until they agree.</p>
          <Button onClick={() => void loadWallet().then((host) => host.signInAsConnected())}>
            Sign in as {shortAddress(connected.address)}
          </Button>
        </Notice>
      ) : null}
      <nav aria-label="Your wallet">
        <ul className="border-y border-rule">
          {placesOf(session).map(({ href, icon, word }) => (
            <li key={href}>
              <TextLink
                href={href}
                onClick={closeMenu}
                className="flex min-h-11 items-center gap-3 font-semibold hover:text-green"
              >
                <Icon name={icon} className="size-4 text-green" /> {word}
                {href === '/notifications' && unread > 0 ? (
                  <span className="text-sm font-normal text-ink-soft">{unread} unread</span>
                ) : null}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <WaysOut isConnected={connected !== null} />
      <HiddenHere wallet={session.address} />
    </div>
  )
}

function WaysOut({ isConnected }: { isConnected: boolean }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const run = (work: 'signOut' | 'disconnectWallet') => () => {
    setState('busy')
    const returnFocus = rememberPlace()
    const done = loadWallet().then((host) => host[work]())
    done.then(
      () => {
        setState('idle')
        returnFocus()
      },
      () => setState('failed'),
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={state === 'busy'} onClick={run('signOut')}>
        Sign out
      </Button>
      {isConnected ? (
        <Button kind="quiet" busy={state === 'busy'} onClick={run('disconnectWallet')}>
          Disconnect
        </Button>
      ) : null}
      <p role="status" className="w-full text-sm text-madder">
        {state === 'failed' ? 'That did not work. Check your connection and try again.' : null}
      </p>
    </div>
  )
}
