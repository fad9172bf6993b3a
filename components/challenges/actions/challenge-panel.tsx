'use client'

import { type ReactNode, useCallback } from 'react'
import type { ChallengeFormProps } from '@/components/challenges/actions/challenge-forms'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { getChallenge } from '@/lib/challenges/contract'
import type { ChallengeRecord } from '@/lib/challenges/schemas'
import { type ChallengeActionName, challengeActions } from '@/lib/turns/challenge-actions'

const FORMS: Readonly<Record<ChallengeActionName, (props: ChallengeFormProps) => ReactNode>> = {
  link: lazyPart(() => import('@/components/challenges/actions/challenge-forms'), 'LinkForm'),
  decide: lazyPart(() => import('@/components/challenges/actions/challenge-forms'), 'DecideForm'),
  verify: lazyPart(() => import('@/components/challenges/actions/challenge-forms'), 'VerifyForm'),
  convert: lazyPart(() => import('@/components/challenges/actions/convert-form'), 'ConvertForm'),
  withdraw: lazyPart(() => import('@/components/challenges/actions/owner-forms'), 'WithdrawForm'),
  'move-deadlines': lazyPart(() => import('@/components/challenges/actions/owner-forms'), 'MoveDeadlinesForm'),
  cancel: lazyPart(() => import('@/components/challenges/actions/owner-forms'), 'CancelForm'),
}

/** Facts from the page. The panel reads the record itself from the service. */
export interface ChallengeActionsProps extends Pick<ChallengeFormProps, 'today' | 'platformHost'> {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
}

export function ChallengePanel({
  session,
  id,
  shownAt,
  today,
  platformHost,
}: ChallengeActionsProps & { readonly session: SessionView }) {
  const read = useCallback(() => request(getChallenge, { params: { id } }).then(({ challenge }) => challenge), [id])
  return (
    <ActionPanel<ChallengeActionName, ChallengeRecord>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={(challenge) => rolesOn(challenge, session)}
      actions={(challenge) => challengeActions(challenge, session, today)}
      form={(name, challenge) => {
        const Form = FORMS[name]
        return <Form challenge={challenge} today={today} platformHost={platformHost} />
      }}
    />
  )
}

function rolesOn({ owner, submissions }: ChallengeRecord, { address, isVerifier }: SessionView): string[] {
  const sides = (['A', 'B'] as const).filter((side) => submissions[side]?.submittedBy === address)
  return [
    ...(owner === address ? ['the owner'] : []),
    ...sides.map((side) => `the one that recorded side ${side}’s link`),
    ...(isVerifier ? ['a verifier'] : []),
  ]
}
