import type { Metadata } from 'next'
import { cache } from 'react'
import { besideById, foundById } from '@/app/found'
import { recordMetadata } from '@/app/record-metadata'
import { MissionRecord } from '@/components/missions/mission-record'
import { now, utcDay } from '@/lib/clock'
import { listMissionPosts } from '@/lib/community/queries'
import { findStore } from '@/lib/evidence/store'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import { platformInfo } from '@/lib/platform/urls'
import { getMissionPage } from '@/lib/projects/queries'
import { excerpt } from '@/lib/text/excerpt'
import { quoted } from '@/lib/text/quoted'

const read = cache((id: string) => foundById(id, getMissionPage))

type Props = PageProps<'/missions/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mission = await read((await params).id)
  const description = `${MISSION_STATE_LABELS[mission.state].word}. ${quoted(excerpt(mission.summary))}`
  return recordMetadata({ path: `/missions/${mission.id}`, title: `Mission: ${mission.title}`, description })
}

export default async function MissionPage({ params }: Props) {
  const { id } = await params
  const [mission, posts] = await Promise.all([read(id), besideById(id, listMissionPosts)])
  return (
    <MissionRecord
      mission={mission}
      posts={posts ?? []}
      today={utcDay(now())}
      platform={platformInfo()}
      storesFiles={findStore() !== null}
    />
  )
}
