'use client'

import type { ProjectActionsProps } from '@/components/projects/actions/props'
import { ActHere } from '@/components/record/actions/act-here'
import { lazyPart } from '@/components/record/lazy-part'

const ProjectPanel = lazyPart(() =>
  import('@/components/projects/actions/project-panel').then((module) => module.ProjectPanel),
)

/** Where people act on a project. */
export function ProjectActionsIsland({ ended, ...place }: ProjectActionsProps & { readonly ended: boolean }) {
  return <ActHere ended={ended}>{(session) => <ProjectPanel session={session} {...place} />}</ActHere>
}
