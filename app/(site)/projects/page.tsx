import type { Metadata } from 'next'
import { listMetadata, readList } from '@/app/read-list'
import { ProjectList } from '@/components/projects/project-list'
import { findGrowths } from '@/lib/history/growth'
import { MissionQuery } from '@/lib/missions/schemas'
import { listProjects } from '@/lib/projects/queries'

export const dynamic = 'force-dynamic'

export async function generateMetadata({ searchParams }: PageProps<'/projects'>): Promise<Metadata> {
  return listMetadata('/projects', 'Projects', await searchParams)
}

export default async function ProjectsPage({ searchParams }: PageProps<'/projects'>) {
  const list = await readList(MissionQuery, await searchParams, listProjects)
  const growths = await findGrowths(list.page.projects)
  return <ProjectList {...list.page} growths={growths} parameters={list.parameters} fault={list.fault} />
}
