'use client'

import type { MissionPlace } from '@/components/missions/actions/props'
import { ActHere, lazyPart } from '@/components/record/actions/act-here'

const MissionPanel = lazyPart(() =>
  import('@/components/missions/actions/mission-panel').then((module) => module.MissionPanel),
)

/** Where people act on a mission. */
export function MissionActionsIsland({ ended, ...place }: MissionPlace & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <MissionPanel session={session} {...place} />}</ActHere>
}
