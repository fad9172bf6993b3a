import type { Metadata } from 'next'
import { readList } from '@/app/read-list'
import { ChallengeList } from '@/components/challenges/challenge-list'
import { listChallenges } from '@/lib/challenges/queries'
import { ChallengeQuery } from '@/lib/challenges/schemas'

// Rendered for each request: an address that filters is rarely asked for twice.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Challenges', robots: { index: false, follow: true } }

/** The list, filtered or paged by its address. Without parameters the cached entrance page answers instead. */
export default async function ChallengesPage({ searchParams }: PageProps<'/challenges'>) {
  const list = await readList(ChallengeQuery, await searchParams, listChallenges)
  return <ChallengeList {...list.page} parameters={list.parameters} fault={list.fault} />
}
