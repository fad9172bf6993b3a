'use client'

import { TurnEntry } from '@/components/me/turn-entry'
import { useMe } from '@/components/me/use-me'
import { NotificationList } from '@/components/notifications/notification-list'
import { PrivateFeed } from '@/components/notifications/private-feed'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'

const TO_DOS_SHOWN = 10

/** What waits for the wallet, which goes once it is done, by whomever; then what happened. */
export function Inbox({ wallet }: { wallet: string }) {
  return (
    <>
      <ToDos wallet={wallet} />
      <Section id="news" title="News">
        <NotificationList wallet={wallet} />
      </Section>
      <PrivateFeed />
    </>
  )
}

function ToDos({ wallet }: { wallet: string }) {
  const { me, fault } = useMe(wallet)
  if (fault) return null
  const turns = me ? [...me.turns, ...me.drafts] : []
  return (
    <Section id="to-do" title="To do" aside={<TextLink href="/me">Everything that waits</TextLink>}>
      {turns.length > 0 ? (
        <ul className="border-t border-rule">
          {turns.slice(0, TO_DOS_SHOWN).map((turn) => (
            <TurnEntry key={`${turn.kind} ${turn.recordId}`} turn={turn} />
          ))}
        </ul>
      ) : (
        <p aria-busy={me === null} className="text-ink-soft">
          {me ? 'Nothing waits for you.' : 'Looking for what waits for you …'}
        </p>
      )}
    </Section>
  )
}
