import type { Metadata } from 'next'
import { readList } from '@/app/read-list'
import { ProjectList } from '@/components/projects/project-list'
import { MissionQuery } from '@/lib/missions/schemas'
import { listProjects } from '@/lib/projects/queries'

// Rendered for each request: an address that filters is rarely asked for twice.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Projects', robots: { index: false, follow: true } }

/** The list, filtered or paged by its address. Without parameters the cached entrance page answers instead. */
export default async function ProjectsPage({ searchParams }: PageProps<'/projects'>) {
  const list = await readList(MissionQuery, await searchParams, listProjects)
  return <ProjectList {...list.page} parameters={list.parameters} fault={list.fault} />
}
