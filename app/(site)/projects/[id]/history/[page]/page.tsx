import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { foundById, pageNumber } from '@/app/found'
import { HistoryPage } from '@/components/record/history-page'
import { findHistoryBlock } from '@/lib/history/queries'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'

export const dynamic = 'force-dynamic'

const read = cache(async (id: string, block: number) => {
  const found = await foundById(id, (record) => findHistoryBlock('mission', record, block))
  return found ?? notFound()
})

type Props = PageProps<'/projects/[id]/history/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, page } = await params
  const { title } = await read(id, pageNumber(page))
  return { title: `History of ${title}`, robots: { index: false, follow: true } }
}

/** A block of a record's history: the newest events stand on the record's own page. */
export default async function ProjectHistoryPage({ params }: Props) {
  const { id, page } = await params
  const block = pageNumber(page)
  return (
    <HistoryPage
      found={await read(id, block)}
      path={`/projects/${id.toLowerCase()}`}
      block={block}
      stateWords={MISSION_STATE_LABELS}
    />
  )
}
