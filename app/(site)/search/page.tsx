import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { z } from 'zod'
import { readerAddress } from '@/app/reader-address'
import { listParameters } from '@/components/record/list-page'
import { SearchResults } from '@/components/search/search-results'
import { countByNetwork } from '@/lib/api/rate-limit'
import { Refusal } from '@/lib/errors'
import { findHits } from '@/lib/search/queries'
import { HitKind, SearchQuery, type SearchResult } from '@/lib/search/schemas'

export const metadata: Metadata = {
  title: 'Search',
  description: 'Find challenges, missions, receipts, wallets and Muses by words, ids, addresses and hashes.',
  robots: { index: false, follow: true },
}

/** The message of a refused search. @throws anything that is not a Refusal. */
const faultOf = (fault: unknown): string => {
  if (fault instanceof Refusal) return fault.message
  throw fault
}

/** Counts against the same rate limit as `GET /api/v1/search`, so the page cannot be used to bypass it. */
async function findCounted(query: z.output<typeof SearchQuery>): Promise<SearchResult> {
  await countByNetwork('search', readerAddress(await headers()))
  return findHits(query)
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const { q, kind } = listParameters(await searchParams)
  const query = SearchQuery.safeParse({ q, kind: HitKind.safeParse(kind).data })
  const found = query.success ? await findCounted(query.data).catch(faultOf) : null
  const fault =
    q !== undefined && !query.success ? 'This is too long to search for, or no text. Try a few words.' : null
  const isRefused = typeof found === 'string'
  return (
    <SearchResults q={q} kind={query.data?.kind} result={isRefused ? null : found} fault={isRefused ? found : fault} />
  )
}
