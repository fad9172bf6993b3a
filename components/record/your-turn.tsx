'use client'

import type { ReactNode } from 'react'
import { Button, buttonLook } from '@/components/forms/button'
import { requestedAction } from '@/components/record/actions/requested-action'
import { TextLink } from '@/components/ui/text-link'
import { Deadline } from '@/components/ui/times'
import type { SessionView } from '@/lib/auth/schemas'
import { plural } from '@/lib/text/plural'
import type { ChallengeFacts, MissionFacts } from '@/lib/turns/awaited'
import { challengeOffer, challengeTurn, missionOffer, missionTurn, type Turn } from '@/lib/turns/turn'

export interface YourTurnProps {
  readonly session: SessionView
  /** The facts that the rules need. */
  readonly record:
    | { readonly type: 'challenge'; readonly facts: ChallengeFacts }
    | { readonly type: 'mission'; readonly facts: MissionFacts }
  /** The page's own path: an action on another page is a link. */
  readonly page: string
  /** The service's UTC date. */
  readonly today: string
  /** How many proposals wait for the owner, who may take one as a response. */
  readonly proposals?: number
  /** Who acts next, if it is not the viewer. */
  readonly children: ReactNode
}

/** The anchor of a challenge's discussion, where its proposals stand. */
const DISCUSSION = '#discussion'

const inSentence = (action: string) => action.charAt(0).toLowerCase() + action.slice(1)

/** What waits for the viewer, and what they may do although it does not. */
const asked = ({ type, facts }: YourTurnProps['record'], session: SessionView, today: string) =>
  type === 'challenge'
    ? { turn: challengeTurn(facts, session, today), offer: challengeOffer(facts, session, today) }
    : { turn: missionTurn(facts, session, today), offer: missionOffer(facts, session, today) }

export function YourTurn({ session, record, page, today, proposals = 0, children }: YourTurnProps) {
  const { turn, offer } = asked(record, session, today)
  // A proposal that is accepted is a response link.
  const decides = turn?.kind === 'link' ? proposals : 0
  if (turn)
    return (
      <Yours turn={turn} page={page} also={decides > 0 ? `decide on ${plural(decides, 'proposal')}, or ` : ''}>
        <strong className="text-green">Your turn:</strong>
      </Yours>
    )
  if (offer)
    return (
      <Yours turn={offer} page={page}>
        <strong className="text-green">You may</strong>
      </Yours>
    )
  return children
}

/** What the viewer does next, with its button. @param children the words before it. @param also what they may do in its place. */
function Yours({
  turn: { kind, action, until, href },
  page,
  also = '',
  children,
}: {
  turn: Turn
  page: string
  also?: string
  children: ReactNode
}) {
  return (
    <>
      <p className="mt-2 text-lg">
        {children} {also}
        {inSentence(action)}.
      </p>
      {until ? (
        <p className="mt-1">
          Until <Deadline day={until} />
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        {also ? (
          <a href={DISCUSSION} className={buttonLook('primary')}>
            See the proposals
          </a>
        ) : null}
        {href.startsWith(`${page}#`) ? (
          <Button kind={also ? 'plain' : 'primary'} onClick={() => requestedAction.set(kind)}>
            Open the form
          </Button>
        ) : (
          <TextLink href={href} className={buttonLook('primary')}>
            Open the form
          </TextLink>
        )}
      </div>
    </>
  )
}
