import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { foundById, pageNumber } from '@/app/found'
import { ProofPage } from '@/components/missions/proof-page'
import { findProofPage } from '@/lib/missions/queries'

export const dynamic = 'force-dynamic'

const read = cache(async (id: string, page: number) => {
  const found = await foundById(id, (mission) => findProofPage(mission, page))
  return found ?? notFound()
})

type Props = PageProps<'/missions/[id]/proof/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, page } = await params
  const { title } = await read(id, pageNumber(page))
  return { title: `Proofs of ${title}`, robots: { index: false, follow: true } }
}

/** Every proof of a mission, also those that its own page leaves out. */
export default async function MissionProofPage({ params }: Props) {
  const { id, page } = await params
  const number = pageNumber(page)
  return <ProofPage found={await read(id, number)} path={`/missions/${id.toLowerCase()}`} page={number} />
}
