import type { Metadata } from 'next'
import { found } from '@/app/found'
import { readList } from '@/app/read-list'
import { SignedList } from '@/components/review/signed-list'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { WalletHead } from '@/components/wallets/wallet-head'
import { callerOf } from '@/lib/auth/roles'
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
  const path = `/wallets/${seeds.wallet}/reviews`
  return (
    <article>
      <WalletHead seeds={seeds} roles={callerOf(seeds.wallet)} />
      <Section
        id="reviews"
        title="Reviewed by signature"
        aside={<TextLink href={`/wallets/${seeds.wallet}`}>Back to the wallet</TextLink>}
      >
        {page.reviews.length > 0 ? <SignedList items={page.reviews} /> : <p className="text-ink-soft">Nothing yet.</p>}
        <Pager
          newest={parameters.cursor ? path : null}
          older={page.nextCursor ? `${path}?cursor=${page.nextCursor}` : null}
        />
      </Section>
    </article>
  )
}
