import type { Metadata } from 'next'
import { found } from '@/app/found'
import { readList } from '@/app/read-list'
import { SignedList } from '@/components/review/signed-list'
import { WalletList } from '@/components/wallets/wallet-list'
import { PageQuery } from '@/lib/contract/list'
import { listReviewsBy } from '@/lib/review/signed'
import { getWalletSeeds } from '@/lib/seeds/queries'

export const metadata: Metadata = { title: 'Reviewed by signature', robots: { index: false, follow: true } }

export default async function ReviewsPage({ params, searchParams }: PageProps<'/wallets/[address]/reviews'>) {
  const { address } = await params
  const seeds = await found(getWalletSeeds(address, { limit: 1 }))
  const { page, parameters } = await readList(PageQuery, await searchParams, (query) =>
    listReviewsBy(seeds.wallet, query),
  )
  return (
    <WalletList
      seeds={seeds}
      id="reviews"
      title="Reviewed by signature"
      cursor={parameters['cursor']}
      nextCursor={page.nextCursor}
    >
      <SignedList items={page.reviews} empty="Nothing yet." />
    </WalletList>
  )
}
