'use client'

import type { ChallengeActionsProps } from '@/components/challenges/actions/challenge-panel'
import { ActHere } from '@/components/record/actions/act-here'
import type { Invitation } from '@/components/record/actions/invitations'
import { lazyPart } from '@/components/record/lazy-part'

const ChallengePanel = lazyPart(() => import('@/components/challenges/actions/challenge-panel'), 'ChallengePanel')

export function ChallengeActionsIsland({
  ended,
  invitation,
  ...panel
}: ChallengeActionsProps & { readonly ended: boolean; readonly invitation: Invitation }) {
  return (
    <ActHere ended={ended} invitation={invitation}>
      {(session) => <ChallengePanel key={session.address} session={session} {...panel} />}
    </ActHere>
  )
}
