import type { Metadata } from 'next'
import { cache } from 'react'
import { foundById } from '@/app/found'
import { recordMetadata } from '@/app/record-metadata'
import { ProjectRecord } from '@/components/projects/project-record'
import { now, utcDay } from '@/lib/clock'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import { getProjectPage } from '@/lib/projects/queries'
import { excerpt } from '@/lib/text/excerpt'

export const dynamic = 'force-dynamic'

const read = cache((id: string) => foundById(id, getProjectPage))

type Props = PageProps<'/projects/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const project = await read((await params).id)
  const description = `${MISSION_STATE_LABELS[project.state].word}. ${excerpt(project.summary)}`
  // A project is a mission: it shares the mission's picture.
  return recordMetadata({
    path: `/projects/${project.id}`,
    title: project.title,
    description,
    picture: `/missions/${project.id}/picture.png`,
  })
}

export default async function ProjectPage({ params }: Props) {
  return <ProjectRecord project={await read((await params).id)} today={utcDay(now())} />
}
