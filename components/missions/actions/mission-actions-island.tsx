'use client'

import type { MissionActionsProps } from '@/components/missions/actions/mission-panel'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const MissionPanel = lazyPart(() => import('@/components/missions/actions/mission-panel'), 'MissionPanel')

export function MissionActionsIsland({ ended, ...place }: MissionActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <MissionPanel session={session} {...place} />}</ActHere>
}
