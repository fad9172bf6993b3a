'use client'

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '@/components/forms/button'
import { type DraftPlace, listDrafts, removeDraft } from '@/components/forms/kept-drafts'
import { PreparedTexts } from '@/components/me/prepared-texts'
import { TurnEntry, turnKey, WaitingEntry } from '@/components/me/turn-entry'
import { useMe } from '@/components/me/use-me'
import { ReceiptLines } from '@/components/receipts/receipt-lines'
import { RuledList } from '@/components/record/ruled-list'
import { focusOn } from '@/components/ui/focus'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { type MeView, TURNS_MAX, type TurnView } from '@/lib/turns/schemas'

/** How many entries are shown of a queue that has its own page. */
const QUEUE_SHOWN = 5

const isReview = ({ kind }: TurnView) => kind === 'review' || kind === 'verify'
const isReport = ({ kind }: TurnView) => kind === 'report'

export function MePanel({ wallet }: { wallet: string }) {
  const { me, fault, again } = useMe(wallet)
  if (fault)
    return (
      <Notice tone="fault" as="div" role="alert" className="flex flex-wrap items-center gap-4">
        <p>{fault}</p>
        <Button onClick={again}>Try again</Button>
      </Notice>
    )
  if (!me)
    return (
      <p aria-busy="true" className="text-ink-soft">
        Looking for what is yours …
      </p>
    )
  return <Lists me={me} wallet={wallet} again={again} />
}

/** The lists of a wallet. */
export function Lists({ me, wallet, again }: { me: MeView; wallet: string; again: () => void }) {
  const { turns, waiting, drafts, receipts, queue, roles, signatures } = me
  const own = turns.filter((turn) => !isReview(turn) && !isReport(turn))
  const toSign = useMemo(() => signatures.filter(({ recordedAt }) => recordedAt === null), [signatures])
  const typed = useTypedDrafts(wallet)
  return (
    <>
      {me.more ? (
        <Notice tone="warning">
          There is more than is shown here: at most {TURNS_MAX} of each list, the newest of your records and the oldest
          of what waits for a verifier or a moderator. <WholeLists me={me} wallet={wallet} />
        </Notice>
      ) : null}
      <PreparedTexts texts={toSign} onEnd={again} />
      <Section id="your-turn" title="Your turn">
        <Entries turns={own}>
          {noTurnWords(me, own.length < turns.length || toSign.length > 0)} Find{' '}
          <TextLink href="/missions?needs=contributor">a mission to claim</TextLink> or{' '}
          <TextLink href="/challenges/new">publish a challenge</TextLink>.
        </Entries>
      </Section>
      {roles.isVerifier ? (
        <Queue id="to-review" title="To review" turns={turns.filter(isReview)} count={queue.review} href="/review">
          Nothing waits for your review. <TextLink href="/review">Read the queue</TextLink> all the same.
        </Queue>
      ) : null}
      {roles.isAdmin ? (
        <Queue id="reported" title="Reported" turns={turns.filter(isReport)} count={queue.reports} href="/moderation">
          No report is open. <TextLink href="/moderation">Moderation</TextLink> shows what was settled.
        </Queue>
      ) : null}
      <Section id="waiting" title="Waiting on others">
        <RuledList
          empty={
            <>
              {me.more ? 'Nothing of what is shown here waits for others.' : 'Nothing of yours waits for others.'} See{' '}
              <TextLink href="/challenges">what others discuss</TextLink>.
            </>
          }
        >
          {waiting.map((item) => (
            <WaitingEntry key={item.recordId} waiting={item} />
          ))}
        </RuledList>
      </Section>
      <Section id="drafts" title="Drafts">
        {drafts.length + typed.drafts.length > 0 ? (
          <ul className="border-t border-rule">
            {drafts.map((turn) => (
              <TurnEntry key={turn.recordId} turn={turn} />
            ))}
            <TypedDrafts {...typed} />
          </ul>
        ) : (
          <p className="text-ink-soft">
            No drafts. Begin <TextLink href="/challenges/new">a challenge</TextLink> or{' '}
            <TextLink href="/missions/new">a mission</TextLink>.
          </p>
        )}
      </Section>
      <Section
        id="receipts"
        title="Receipts"
        aside={
          <>
            All <TextLink href={`/receipts?owner=${wallet}`}>as owner</TextLink>,{' '}
            <TextLink href={`/receipts?contributor=${wallet}`}>as contributor</TextLink>
          </>
        }
      >
        <ReceiptLines
          receipts={receipts}
          empty={
            <>
              No receipt names you yet. One is issued when a mission ends:{' '}
              <TextLink href="/receipts">see what they look like</TextLink>.
            </>
          }
        />
      </Section>
    </>
  )
}

/** @param othersWait whether something beside the wallet's own records waits for it. */
function noTurnWords({ more }: MeView, othersWait: boolean): string {
  if (more) return 'No turn of yours is among what is shown here.'
  return othersWait ? 'None of your own records waits for you.' : 'Nothing waits for you.'
}

/** Where each list stands in full. */
function WholeLists({ me: { roles }, wallet }: { me: MeView; wallet: string }) {
  return (
    <>
      All that you own or took on stands on <TextLink href={`/wallets/${wallet}`}>your public page</TextLink>, what
      names you as contributor among <TextLink href={`/missions?contributor=${wallet}`}>the missions</TextLink>
      {roles.isVerifier ? (
        <>
          , what waits for a verifier on <TextLink href="/review">Review</TextLink>
        </>
      ) : null}
      {roles.isAdmin ? (
        <>
          , reports on <TextLink href="/moderation">Moderation</TextLink>
        </>
      ) : null}
      .
    </>
  )
}

/** @param children shown when there are no turns. */
function Entries({ turns, children }: { turns: readonly TurnView[]; children: ReactNode }) {
  return (
    <RuledList empty={children}>
      {turns.map((turn) => (
        <TurnEntry key={turnKey(turn)} turn={turn} />
      ))}
    </RuledList>
  )
}

interface QueueProps {
  readonly id: string
  readonly title: string
  readonly turns: readonly TurnView[]
  readonly count: number
  readonly href: string
  readonly children: ReactNode
}

/**
 * The first entries of a queue, with a link to all of it.
 * @param count of the whole queue, of which other turns may have left no room for any entry. @param children shown when it is empty.
 */
function Queue({ id, title, turns, count, href, children }: QueueProps) {
  return (
    <Section
      id={id}
      title={title}
      aside={count > Math.min(turns.length, QUEUE_SHOWN) ? <TextLink href={href}>The whole queue</TextLink> : null}
    >
      <Entries turns={turns.slice(0, QUEUE_SHOWN)}>
        {count === 0 ? children : `${count === 1 ? 'One waits' : `${count} wait`}, for which there is no room here.`}
      </Entries>
    </Section>
  )
}

/** Drafts that a wallet typed in this browser and that are not recorded yet. */
function useTypedDrafts(wallet: string) {
  const [drafts, setDrafts] = useState<readonly DraftPlace[]>([])
  useEffect(() => setDrafts(listDrafts(wallet)), [wallet])
  const discard = (key: string) => {
    removeDraft(wallet, key)
    setDrafts(listDrafts(wallet))
    // The pressed button goes with its draft.
    focusOn(document.getElementById('drafts'))
  }
  return { drafts, discard }
}

function TypedDrafts({ drafts, discard }: ReturnType<typeof useTypedDrafts>) {
  return drafts.map(({ key, path, title, isOlder }) => (
    <li
      key={key}
      className="grid items-center gap-x-6 gap-y-3 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="caption">{isOlder ? 'Typed on this device, an older draft' : 'Typed on this device'}</p>
        <h3 className="text-lg [overflow-wrap:anywhere]">
          <TextLink href={path} className="decoration-green hover:underline">
            {title}
          </TextLink>
        </h3>
      </div>
      <Button onClick={() => discard(key)}>
        Discard<span className="sr-only">: {title}</span>
      </Button>
    </li>
  ))
}
