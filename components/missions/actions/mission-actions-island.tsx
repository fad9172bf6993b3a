'use client'

import type { MissionActionsProps } from '@/components/missions/actions/mission-panel'
import { ActHere } from '@/components/record/actions/act-here'
import type { Invitation } from '@/components/record/actions/invitations'
import { lazyPart } from '@/components/record/lazy-part'

const MissionPanel = lazyPart(() => import('@/components/missions/actions/mission-panel'), 'MissionPanel')

export function MissionActionsIsland({
  ended,
  invitation,
  ...panel
}: MissionActionsProps & { readonly ended: boolean; readonly invitation: Invitation }) {
  return (
    <ActHere ended={ended} invitation={invitation}>
      {(session) => <MissionPanel key={session.address} session={session} {...panel} />}
    </ActHere>
  )
}
