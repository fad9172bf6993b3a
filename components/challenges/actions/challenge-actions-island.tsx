'use client'

import type { ChallengeActionsProps } from '@/components/challenges/actions/challenge-panel'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const ChallengePanel = lazyPart(() => import('@/components/challenges/actions/challenge-panel'), 'ChallengePanel')

export function ChallengeActionsIsland({ ended, ...place }: ChallengeActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <ChallengePanel session={session} {...place} />}</ActHere>
}
