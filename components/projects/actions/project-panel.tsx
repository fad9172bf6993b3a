'use client'

import { type ReactNode, useCallback } from 'react'
import { type ProjectActionName, projectActions } from '@/components/projects/actions/project-actions'
import type { ProjectFormProps, ProjectPanelProps } from '@/components/projects/actions/props'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/client'
import { getProject } from '@/lib/projects/contract'
import type { ProjectRecord } from '@/lib/projects/schemas'

const CommitmentForm = lazyPart(() =>
  import('@/components/projects/actions/commitment-form').then((module) => module.CommitmentForm),
)
const FundingForm = lazyPart(() =>
  import('@/components/projects/actions/funding-form').then((module) => module.FundingForm),
)
const EvidenceForm = lazyPart(() =>
  import('@/components/projects/actions/evidence-form').then((module) => module.EvidenceForm),
)
const DecideForm = lazyPart(() =>
  import('@/components/projects/actions/decide-form').then((module) => module.DecideForm),
)
const SignForm = lazyPart(() => import('@/components/projects/actions/sign-form').then((module) => module.SignForm))
const MilestoneForm = lazyPart(() =>
  import('@/components/projects/actions/milestone-form').then((module) => module.MilestoneForm),
)
const StatusForm = lazyPart(() =>
  import('@/components/projects/actions/status-form').then((module) => module.StatusForm),
)
const OutcomeForm = lazyPart(() =>
  import('@/components/projects/actions/outcome-form').then((module) => module.OutcomeForm),
)
const ExpireForm = lazyPart(() =>
  import('@/components/projects/actions/outcome-form').then((module) => module.ExpireForm),
)

const FORMS: Readonly<Record<ProjectActionName, (props: ProjectFormProps & { wallet: string }) => ReactNode>> = {
  commit: (props) => <CommitmentForm {...props} />,
  fund: (props) => <FundingForm {...props} />,
  evidence: (props) => <EvidenceForm {...props} />,
  decide: (props) => <DecideForm {...props} />,
  sign: (props) => <SignForm {...props} />,
  milestone: (props) => <MilestoneForm {...props} />,
  status: (props) => <StatusForm {...props} />,
  outcome: (props) => <OutcomeForm {...props} />,
  expire: (props) => <ExpireForm {...props} />,
}

/** What the signed-in wallet may do on a project. */
export function ProjectPanel({ session, id, shownAt, today }: ProjectPanelProps) {
  const read = useCallback(() => request(getProject, { params: { id } }).then(({ project }) => project), [id])
  return (
    <ActionPanel<ProjectActionName, ProjectRecord>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={(project) => rolesOn(project, session.address, session.isVerifier)}
      actions={(project) => projectActions(project, session, today)}
      form={(name, project) => FORMS[name]({ project, wallet: session.address })}
    />
  )
}

function rolesOn({ owner, contributorWallet, state }: ProjectRecord, address: string, isVerifier: boolean) {
  return [
    ...(owner === address ? ['the owner'] : []),
    ...(contributorWallet === address ? [state === 'SEED' ? 'the designated contributor' : 'the contributor'] : []),
    ...(isVerifier ? ['a verifier'] : []),
  ]
}
