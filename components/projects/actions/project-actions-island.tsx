'use client'

import type { ProjectActionsProps } from '@/components/projects/actions/project-panel'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const ProjectPanel = lazyPart(() => import('@/components/projects/actions/project-panel'), 'ProjectPanel')

export function ProjectActionsIsland({ ended, ...place }: ProjectActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <ProjectPanel session={session} {...place} />}</ActHere>
}
