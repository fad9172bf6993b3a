import { listMetadata, readList } from '@/app/read-list'
import { MISSIONS, MissionList } from '@/components/missions/mission-list'
import { findGrowths } from '@/lib/history/growth'
import { listMissions } from '@/lib/missions/queries'
import { MissionQuery } from '@/lib/missions/schemas'

export const generateMetadata = ({ searchParams }: PageProps<'/missions'>) => listMetadata(MISSIONS, searchParams)

export default async function MissionsPage({ searchParams }: PageProps<'/missions'>) {
  const list = await readList(MissionQuery, await searchParams, listMissions)
  const growths = await findGrowths(list.page.missions)
  return <MissionList {...list.page} growths={growths} parameters={list.parameters} refused={list.refused} />
}
