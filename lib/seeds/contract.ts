import { read } from '@/lib/contract/endpoint'
import { PageQuery } from '@/lib/contract/list'
import { WalletSeedsView } from '@/lib/seeds/schemas'

export const getWalletSeeds = read({
  operationId: 'getWalletSeeds',
  path: '/api/v1/rewards/wallet/{address}',
  tag: 'Receipts and Seeds',
  access: 'public',
  summary: "Read a wallet's balance of Seeds and its ledger, reversals included.",
  query: PageQuery,
  returns: WalletSeedsView,
  errors: ['not_found'],
})
