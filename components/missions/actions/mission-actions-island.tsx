'use client'

import type { MissionActionsProps } from '@/components/missions/actions/props'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const MissionPanel = lazyPart(() =>
  import('@/components/missions/actions/mission-panel').then((module) => module.MissionPanel),
)

/** Where people act on a mission. */
export function MissionActionsIsland({ ended, ...place }: MissionActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <MissionPanel session={session} {...place} />}</ActHere>
}
