import type { Metadata } from 'next'
import { listParameters } from '@/components/record/list-page'
import { SearchResults } from '@/components/search/search-results'
import { findHits } from '@/lib/search/queries'
import { HitKind, SearchQuery } from '@/lib/search/schemas'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Search',
  description: 'Find challenges, missions, receipts, wallets and Muses by words, ids, addresses and hashes.',
  robots: { index: false, follow: true },
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const { q, kind } = listParameters(await searchParams)
  const asked = SearchQuery.safeParse({ q, kind: HitKind.safeParse(kind).data })
  const isFaulty = q !== undefined && !asked.success
  return (
    <SearchResults
      q={q}
      kind={asked.data?.kind}
      result={asked.success ? await findHits(asked.data) : null}
      fault={isFaulty ? 'This is too long to search for, or no text. Try a few words.' : null}
    />
  )
}
