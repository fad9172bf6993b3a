import type { Metadata } from 'next'
import { readList } from '@/app/read-list'
import { MissionList } from '@/components/missions/mission-list'
import { listMissions } from '@/lib/missions/queries'
import { MissionQuery } from '@/lib/missions/schemas'

// Rendered for each request: an address that filters is rarely asked for twice.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Missions', robots: { index: false, follow: true } }

/** The list, filtered or paged by its address. Without parameters the cached entrance page answers instead. */
export default async function MissionsPage({ searchParams }: PageProps<'/missions'>) {
  const list = await readList(MissionQuery, await searchParams, listMissions)
  return <MissionList {...list.page} parameters={list.parameters} fault={list.fault} />
}
