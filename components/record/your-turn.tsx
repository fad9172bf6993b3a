'use client'

import type { ReactNode } from 'react'
import { Button, buttonLook } from '@/components/forms/button'
import { requestedAction } from '@/components/record/actions/requested-action'
import { TextLink } from '@/components/ui/text-link'
import { Deadline } from '@/components/ui/times'
import type { SessionView } from '@/lib/auth/schemas'
import type { ChallengeFacts, MissionFacts } from '@/lib/turns/awaited'
import { challengeTurn, missionTurn } from '@/lib/turns/turn'

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
  /** Who acts next, if it is not the viewer. */
  readonly children: ReactNode
}

const inSentence = (action: string) => action.charAt(0).toLowerCase() + action.slice(1)

export function YourTurn({ session, record, page, today, children }: YourTurnProps) {
  const { type, facts } = record
  const turn = type === 'challenge' ? challengeTurn(facts, session, today) : missionTurn(facts, session, today)
  if (!turn) return children
  return (
    <>
      <p className="mt-2 text-lg">
        <strong className="text-green">Your turn:</strong> {inSentence(turn.action)}.
      </p>
      {turn.until ? (
        <p className="mt-1">
          Until <Deadline day={turn.until} />
        </p>
      ) : null}
      <div className="mt-4">
        {turn.href.startsWith(`${page}#`) ? (
          <Button kind="primary" onClick={() => requestedAction.set(turn.kind)}>
            Open the form
          </Button>
        ) : (
          <TextLink href={turn.href} className={buttonLook('primary')}>
            Open the form
          </TextLink>
        )}
      </div>
    </>
  )
}
