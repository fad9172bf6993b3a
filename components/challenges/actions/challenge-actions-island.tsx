'use client'

import type { ChallengeActionsProps } from '@/components/challenges/actions/props'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const ChallengePanel = lazyPart(() =>
  import('@/components/challenges/actions/challenge-panel').then((module) => module.ChallengePanel),
)

/** Where people act on a challenge. */
export function ChallengeActionsIsland({ ended, ...place }: ChallengeActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <ChallengePanel session={session} {...place} />}</ActHere>
}
