'use client'

import { useCallback, useEffect, useState } from 'react'
import { CopyButton } from '@/components/docs/copy-button'
import { Button } from '@/components/forms/button'
import { LeavingButton } from '@/components/forms/leaving-button'
import { TryAgain } from '@/components/forms/try-again'
import { useWrite } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { TurnEntry, turnKey } from '@/components/me/turn-entry'
import { useMe } from '@/components/me/use-me'
import { NotificationList } from '@/components/notifications/notification-list'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { returns } from '@/components/wallet/session'
import { request } from '@/lib/api/request'
import { getPrivateFeed, type PrivateFeedView, renewPrivateFeed, revokePrivateFeed } from '@/lib/feeds/contract'

const TURNS_SHOWN = 10

/** The turns of the wallet, which disappear once anyone has taken them; then the news. */
export function Inbox({ wallet }: { wallet: string }) {
  return (
    <>
      <YourTurns wallet={wallet} />
      <Section id="news" title="News">
        <NotificationList wallet={wallet} />
      </Section>
      <PrivateFeed />
    </>
  )
}

function YourTurns({ wallet }: { wallet: string }) {
  const { me, fault, again } = useMe(wallet)
  const turns = me ? [...me.turns, ...me.drafts] : []
  return (
    <Section id="your-turn" title="Your turn" aside={<TextLink href="/me">For you</TextLink>}>
      {turns.length > 0 ? (
        <ul className="border-t border-rule">
          {turns.slice(0, TURNS_SHOWN).map((turn) => (
            <TurnEntry key={turnKey(turn)} turn={turn} />
          ))}
        </ul>
      ) : fault ? (
        <TryAgain words={fault} again={again} />
      ) : (
        <p aria-busy={me === null} className="text-ink-soft">
          {me ? 'Nothing waits for you.' : 'Looking for what waits for you …'}
        </p>
      )}
    </Section>
  )
}

type Read = { readonly feed: PrivateFeedView | null } | 'reading' | 'failed'

/** The wallet's own feeds, at an address that only its owner knows. They replace e-mail notifications. */
function PrivateFeed() {
  const [read, setRead] = useState<Read>('reading')
  const look = useCallback(
    () =>
      request(getPrivateFeed, {}).then(
        ({ privateFeed }) => setRead({ feed: privateFeed }),
        () => setRead('failed'),
      ),
    [],
  )
  useEffect(() => {
    void look()
    return returns.subscribe(() => void look())
  }, [look])
  const renew = useWrite(renewPrivateFeed, {
    page: 'stays',
    done: () => ({ words: 'Your feeds have a new address. It takes the place of any from before.' }),
  })
  const revoke = useWrite(revokePrivateFeed, { page: 'stays', done: () => ({ words: 'Your feeds are gone.' }) })
  const isBusy = renew.busy || revoke.busy
  const feed = typeof read === 'object' ? read.feed : null
  const act = async (write: typeof renew | typeof revoke, other: typeof renew | typeof revoke) => {
    other.reset()
    await write.submit({ body: {} })
    await look()
  }
  return (
    <Section
      id="feeds"
      title="In your feed reader and calendar"
      note="Nothing is sent by e-mail. A private address gives your news as Atom, and your deadlines as a calendar. Whoever has it reads it without signing in: keep it to yourself, and renew it when it got out."
    >
      {read === 'failed' ? <TryAgain words="Your addresses could not be read." again={() => void look()} /> : null}
      {feed ? (
        <dl className="space-y-3">
          <Address what="News (Atom)" url={feed.news} />
          <Address what="Deadlines (calendar)" url={feed.deadlines} />
        </dl>
      ) : null}
      {typeof read === 'string' ? null : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={isBusy} onClick={() => void act(renew, revoke)}>
            {feed ? 'Renew the address' : 'Make a private address'}
          </Button>
          {feed ? (
            <LeavingButton kind="quiet" busy={isBusy} onClick={() => void act(revoke, renew)}>
              Revoke it
            </LeavingButton>
          ) : null}
        </div>
      )}
      <WriteResult write={renew} />
      <WriteResult write={revoke} />
    </Section>
  )
}

function Address({ what, url }: { what: string; url: string }) {
  return (
    <div>
      <dt className="caption">{what}</dt>
      <dd className="flex flex-wrap items-center gap-x-3">
        <code className="font-mono text-sm [overflow-wrap:anywhere]">{url}</code>
        <CopyButton text={url} word={`Copy the address of ${what}`} />
      </dd>
    </div>
  )
}
