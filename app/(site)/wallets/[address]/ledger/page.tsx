import type { Metadata } from 'next'
import { found } from '@/app/found'
import { readList } from '@/app/read-list'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import { WalletList } from '@/components/wallets/wallet-list'
import { PageQuery } from '@/lib/contract/list'
import { getWalletSeeds } from '@/lib/seeds/queries'

export const metadata: Metadata = { title: 'Ledger of Seeds', robots: { index: false, follow: true } }

export default async function LedgerPage({ params, searchParams }: PageProps<'/wallets/[address]/ledger'>) {
  const { address } = await params
  const { page, parameters } = await found(
    readList(PageQuery, await searchParams, (query) => getWalletSeeds(address, query)),
  )
  return (
    <WalletList seeds={page} id="ledger" title="Ledger" cursor={parameters['cursor']} nextCursor={page.nextCursor}>
      <SeedsLedger entries={page.entries} />
    </WalletList>
  )
}
