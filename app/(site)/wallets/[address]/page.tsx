import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { pageMetadata } from '@/app/record-metadata'
import { WalletRecord } from '@/components/wallets/wallet-record'
import { normaliseAddress } from '@/lib/address'
import { callerOf } from '@/lib/auth/roles'
import { listChallenges } from '@/lib/challenges/queries'
import { listMissions } from '@/lib/missions/queries'
import { listMuseLinks } from '@/lib/muses/queries'
import { ON_WALLET_PAGE } from '@/lib/pages/page-version'
import { listReceipts } from '@/lib/receipts/queries'
import { trustedKeys } from '@/lib/receipts/signed-under'
import { listReviewsBy } from '@/lib/review/signed'
import { getWalletSeeds } from '@/lib/seeds/queries'

const LEDGER_ENTRIES_SHOWN = 50

type Props = PageProps<'/wallets/[address]'>

/** Accepts an address in any case, and redirects to the one page of the wallet, at its EIP-55 spelling. */
async function walletOf({ params }: Props) {
  const { address } = await params
  const wallet = normaliseAddress(address) ?? notFound()
  return wallet === address ? wallet : permanentRedirect(`/wallets/${wallet}`)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const wallet = await walletOf(props)
  return pageMetadata({
    path: `/wallets/${wallet}`,
    title: `Wallet ${wallet.slice(0, 6)}…${wallet.slice(-4)}`,
    description: `Seeds, missions and challenges of the wallet ${wallet}.`,
  })
}

export default async function WalletPage(props: Props) {
  const wallet = await walletOf(props)
  const [seeds, challenges, missions, contributed, museLinks, reviewed, receipts, trusted] = await Promise.all([
    getWalletSeeds(wallet, { limit: LEDGER_ENTRIES_SHOWN }),
    listChallenges({ ...ON_WALLET_PAGE, owner: wallet }),
    listMissions({ ...ON_WALLET_PAGE, owner: wallet }),
    listMissions({ ...ON_WALLET_PAGE, contributed: wallet }),
    listMuseLinks({ wallet }),
    listReviewsBy(wallet, ON_WALLET_PAGE),
    listReceipts({ ...ON_WALLET_PAGE, contributor: wallet }),
    trustedKeys(),
  ])
  return (
    <WalletRecord
      seeds={seeds}
      roles={callerOf(wallet)}
      museLinks={museLinks}
      ownChallenges={{ items: challenges.challenges, more: challenges.nextCursor !== null }}
      ownMissions={{ items: missions.missions, more: missions.nextCursor !== null }}
      reviews={{ items: reviewed.reviews, more: reviewed.nextCursor !== null }}
      receipts={{ items: receipts.receipts, more: receipts.nextCursor !== null }}
      trusted={trusted}
      contributedMissions={{ items: contributed.missions, more: contributed.nextCursor !== null }}
    />
  )
}
