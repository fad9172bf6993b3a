import type { Metadata } from 'next'
import { listMetadata, readList } from '@/app/read-list'
import { ChallengeList } from '@/components/challenges/challenge-list'
import { listChallenges } from '@/lib/challenges/queries'
import { ChallengeQuery } from '@/lib/challenges/schemas'
import { findGrowths } from '@/lib/history/growth'

export async function generateMetadata({ searchParams }: PageProps<'/challenges'>): Promise<Metadata> {
  return listMetadata('/challenges', 'Challenges', await searchParams)
}

export default async function ChallengesPage({ searchParams }: PageProps<'/challenges'>) {
  const list = await readList(ChallengeQuery, await searchParams, listChallenges)
  const growths = await findGrowths(list.page.challenges)
  return <ChallengeList {...list.page} growths={growths} parameters={list.parameters} fault={list.fault} />
}
