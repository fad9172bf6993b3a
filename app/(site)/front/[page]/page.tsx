import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { keptPages } from '@/app/kept-pages'
import { canonical } from '@/app/record-metadata'
import { ChallengeList } from '@/components/challenges/challenge-list'
import { Home } from '@/components/home/home'
import { MissionList } from '@/components/missions/mission-list'
import { ProjectList } from '@/components/projects/project-list'
import { listChallenges } from '@/lib/challenges/queries'
import { LIST_LIMIT_DEFAULT } from '@/lib/contract/limits'
import { listMissions } from '@/lib/missions/queries'
import { listProjects } from '@/lib/projects/queries'
import { listLatestReceipts } from '@/lib/receipts/page-queries'

// The entrance pages `/`, `/challenges`, `/missions` and `/projects`: see the rewrites in next.config.ts for why they live here.
export const revalidate = 5
export const generateStaticParams = keptPages

const ENTRIES_ON_HOME = 4
const RECEIPTS_ON_HOME = 5

interface Entrance {
  readonly metadata: Metadata
  readonly content: () => Promise<ReactNode>
}

const ENTRANCES = new Map<string, Entrance>([
  ['home', { metadata: { alternates: canonical('/') }, content: home }],
  ['challenges', { metadata: { title: 'Challenges', alternates: canonical('/challenges') }, content: challenges }],
  ['missions', { metadata: { title: 'Missions', alternates: canonical('/missions') }, content: missions }],
  ['projects', { metadata: { title: 'Projects', alternates: canonical('/projects') }, content: projects }],
])

async function home() {
  const [open, seeds, receipts] = await Promise.all([
    listChallenges({ limit: ENTRIES_ON_HOME, state: 'OPEN' }),
    listMissions({ limit: ENTRIES_ON_HOME, state: 'SEED' }),
    listLatestReceipts(RECEIPTS_ON_HOME),
  ])
  return <Home challenges={open.challenges} missions={seeds.missions} receipts={receipts} />
}

async function challenges() {
  return <ChallengeList {...(await listChallenges({ limit: LIST_LIMIT_DEFAULT }))} />
}

async function missions() {
  return <MissionList {...(await listMissions({ limit: LIST_LIMIT_DEFAULT }))} />
}

async function projects() {
  return <ProjectList {...(await listProjects({ limit: LIST_LIMIT_DEFAULT }))} />
}

type Props = PageProps<'/front/[page]'>

async function entrance({ params }: Props): Promise<Entrance> {
  return ENTRANCES.get((await params).page) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return (await entrance(props)).metadata
}

export default async function EntrancePage(props: Props) {
  return (await entrance(props)).content()
}
