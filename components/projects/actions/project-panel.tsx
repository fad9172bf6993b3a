'use client'

import { type ReactNode, useCallback } from 'react'
import {
  type ProjectActionName,
  type ProjectFormProps,
  projectActions,
} from '@/components/projects/actions/project-actions'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { getProject } from '@/lib/projects/contract'
import type { ProjectRecord } from '@/lib/projects/schemas'

const FORMS: Readonly<Record<ProjectActionName, (props: ProjectFormProps & { wallet: string }) => ReactNode>> = {
  commit: lazyPart(() => import('@/components/projects/actions/commitment-form'), 'CommitmentForm'),
  fund: lazyPart(() => import('@/components/projects/actions/transaction-forms'), 'FundingForm'),
  evidence: lazyPart(() => import('@/components/projects/actions/transaction-forms'), 'EvidenceForm'),
  decide: lazyPart(() => import('@/components/projects/actions/reviewer-forms'), 'DecideForm'),
  sign: lazyPart(() => import('@/components/projects/actions/reviewer-forms'), 'SignForm'),
  milestone: lazyPart(() => import('@/components/projects/actions/milestone-forms'), 'MilestoneForm'),
  status: lazyPart(() => import('@/components/projects/actions/milestone-forms'), 'StatusForm'),
  outcome: lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'ProjectOutcomeForm'),
  expire: lazyPart(() => import('@/components/missions/actions/outcome-forms'), 'ExpireForm'),
}

/** What the page knows beside the record that the panel reads for itself. */
export interface ProjectActionsProps {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  /** The service's UTC date. */
  readonly today: string
}

export function ProjectPanel({ session, id, shownAt, today }: ProjectActionsProps & { readonly session: SessionView }) {
  const read = useCallback(() => request(getProject, { params: { id } }).then(({ project }) => project), [id])
  return (
    <ActionPanel<ProjectActionName, ProjectRecord>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={(project) => rolesOn(project, session.address, session.isVerifier)}
      actions={(project) => projectActions(project, session, today)}
      form={(name, project) => {
        const Form = FORMS[name]
        return <Form project={project} wallet={session.address} />
      }}
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
