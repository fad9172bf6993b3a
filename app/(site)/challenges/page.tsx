import { listMetadata, readList } from '@/app/read-list'
import { CHALLENGES, ChallengeList } from '@/components/challenges/challenge-list'
import { listChallenges } from '@/lib/challenges/queries'
import { ChallengeQuery } from '@/lib/challenges/schemas'
import { findGrowths } from '@/lib/history/growth'

export const generateMetadata = ({ searchParams }: PageProps<'/challenges'>) => listMetadata(CHALLENGES, searchParams)

export default async function ChallengesPage({ searchParams }: PageProps<'/challenges'>) {
  const list = await readList(ChallengeQuery, await searchParams, listChallenges)
  const growths = await findGrowths(list.page.challenges)
  return <ChallengeList {...list.page} growths={growths} parameters={list.parameters} refused={list.refused} />
}
