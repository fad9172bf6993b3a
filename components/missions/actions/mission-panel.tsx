'use client'

import { type ReactNode, useCallback } from 'react'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { type PartActionName, partActions, type WholeMission } from '@/components/missions/actions/part-actions'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { allows } from '@/lib/machine/machine'
import type { MissionRecord } from '@/lib/missions/schemas'
import { missionMachine } from '@/lib/missions/states'
import { getProject } from '@/lib/projects/contract'
import { type MissionActionName, missionActions } from '@/lib/turns/mission-actions'

const OutcomeForm = lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'OutcomeForm')
const ExpireForm = lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'ExpireForm')

type ActionName = MissionActionName | PartActionName

const FORMS: Readonly<
  Record<ActionName, (props: MissionFormProps & { mission: WholeMission; wallet: string }) => ReactNode>
> = {
  claim: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'ClaimForm'),
  prove: lazyPart(() => import('@/components/missions/actions/proof-form'), 'ProofForm'),
  review: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'ReviewForm'),
  complete: (props) => <OutcomeForm {...props} outcomes={['completed']} />,
  end: (props) => <OutcomeForm {...props} outcomes={['failed', 'rejected', 'abandoned']} />,
  'give-back': lazyPart(() => import('@/components/missions/actions/owner-forms'), 'GiveBackForm'),
  release: lazyPart(() => import('@/components/missions/actions/owner-forms'), 'ReleaseForm'),
  'move-deadline': lazyPart(() => import('@/components/missions/actions/owner-forms'), 'MoveDeadlineForm'),
  attach: lazyPart(() => import('@/components/missions/actions/file-form'), 'FileForm'),
  expire: ExpireForm,
  pay: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'PaymentForm'),
  commit: lazyPart(() => import('@/components/missions/actions/part-forms'), 'CommitmentForm'),
  fund: lazyPart(() => import('@/components/missions/actions/part-forms'), 'FundingForm'),
  evidence: lazyPart(() => import('@/components/missions/actions/part-forms'), 'EvidenceForm'),
  decide: lazyPart(() => import('@/components/missions/actions/reviewer-forms'), 'DecideForm'),
  sign: lazyPart(() => import('@/components/missions/actions/reviewer-forms'), 'SignForm'),
  milestone: lazyPart(() => import('@/components/missions/actions/owner-forms'), 'MilestoneForm'),
  status: lazyPart(() => import('@/components/missions/actions/owner-forms'), 'StatusForm'),
}

/** Facts from the page. The panel reads the record itself from the service. */
export interface MissionActionsProps {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  /** The service's UTC date. */
  readonly today: string
  /** Whether the service has storage for evidence files. */
  readonly storesFiles: boolean
}

export function MissionPanel({
  session,
  id,
  shownAt,
  today,
  storesFiles,
}: MissionActionsProps & { readonly session: SessionView }) {
  const read = useCallback(
    () =>
      request(getProject, { params: { id } }).then(({ project: { events, ...mission } }) => ({
        ...mission,
        history: events,
      })),
    [id],
  )
  return (
    <ActionPanel<ActionName, WholeMission>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={(mission) => rolesOn(mission, session.address, session.isVerifier)}
      actions={(mission) => [...missionActions(mission, session, today, storesFiles), ...partActions(mission, session)]}
      form={(name, mission) => {
        const Form = FORMS[name]
        return <Form mission={mission} wallet={session.address} today={today} storesFiles={storesFiles} />
      }}
    />
  )
}

function rolesOn({ owner, contributorWallet, state }: MissionRecord, address: string, isVerifier: boolean) {
  const contributor = allows(missionMachine, state, 'claim') ? 'its designated contributor' : 'the contributor'
  return [
    ...(owner === address ? ['the owner'] : []),
    ...(contributorWallet === address ? [contributor] : []),
    ...(isVerifier ? ['a verifier'] : []),
  ]
}
