'use client'

import { type ReactNode, useCallback } from 'react'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { allows } from '@/lib/machine/machine'
import { getMission } from '@/lib/missions/contract'
import type { MissionRecord } from '@/lib/missions/schemas'
import { missionMachine } from '@/lib/missions/states'
import { type MissionActionName, missionActions } from '@/lib/turns/mission-actions'

const OutcomeForm = lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'MissionOutcomeForm')
const ExpireForm = lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'ExpireForm')

const FORMS: Readonly<Record<MissionActionName, (props: MissionFormProps & { wallet: string }) => ReactNode>> = {
  claim: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'ClaimForm'),
  prove: lazyPart(() => import('@/components/missions/actions/proof-form'), 'ProofForm'),
  review: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'ReviewForm'),
  complete: (props) => <OutcomeForm {...props} outcomes={['completed']} />,
  end: (props) => <OutcomeForm {...props} outcomes={['failed', 'abandoned']} />,
  'give-back': lazyPart(() => import('@/components/missions/actions/owner-forms'), 'ReleaseForm'),
  release: lazyPart(() => import('@/components/missions/actions/owner-forms'), 'ReleaseForm'),
  'move-deadline': lazyPart(() => import('@/components/missions/actions/owner-forms'), 'MoveDeadlineForm'),
  attach: lazyPart(() => import('@/components/missions/actions/file-form'), 'FileForm'),
  expire: ({ mission, wallet }) => <ExpireForm project={mission} wallet={wallet} />,
  pay: lazyPart(() => import('@/components/missions/actions/mission-forms'), 'PaymentForm'),
}

/** What the page knows beside the record that the panel reads for itself. */
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
  const read = useCallback(() => request(getMission, { params: { id } }).then(({ mission }) => mission), [id])
  return (
    <ActionPanel<MissionActionName, MissionRecord>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={(mission) => rolesOn(mission, session.address, session.isVerifier)}
      actions={(mission) => missionActions(mission, session, today, storesFiles)}
      form={(name, mission) => {
        const Form = FORMS[name]
        return <Form mission={mission} wallet={session.address} storesFiles={storesFiles} />
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
