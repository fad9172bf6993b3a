import type { Metadata } from 'next'
import { found } from '@/app/found'
import { readList } from '@/app/read-list'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import { WalletHead } from '@/components/wallets/wallet-head'
import { callerOf } from '@/lib/auth/roles'
import { PageQuery } from '@/lib/contract/list'
import { getWalletSeeds } from '@/lib/seeds/queries'

export const metadata: Metadata = { title: 'Ledger of Seeds', robots: { index: false, follow: true } }

export default async function LedgerPage({ params, searchParams }: PageProps<'/wallets/[address]/ledger'>) {
  const { address } = await params
  const { page, parameters } = await found(
    readList(PageQuery, await searchParams, (query) => getWalletSeeds(address, query)),
  )
  const path = `/wallets/${page.wallet}/ledger`
  return (
    <article>
      <WalletHead seeds={page} roles={callerOf(page.wallet)} />
      <Section
        id="ledger"
        title="Ledger"
        aside={<TextLink href={`/wallets/${page.wallet}`}>Back to the wallet</TextLink>}
      >
        <SeedsLedger entries={page.entries} />
        <Pager
          newest={parameters.cursor ? path : null}
          older={page.nextCursor ? `${path}?cursor=${page.nextCursor}` : null}
        />
      </Section>
    </article>
  )
}
