import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { NextCursor, Wallet } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { SignedItem } from '@/lib/review/schemas'
import { RecordedLink, WalletView } from '@/lib/wallets/schemas'

const tag = 'Wallets'

export const getWallet = read({
  operationId: 'getWallet',
  path: '/api/v1/wallets/{address}',
  tag,
  access: 'public',
  summary: 'Read what a wallet owns, contributes, recorded, reviewed and earned.',
  description:
    'Of each list the newest, with the path on which it goes on. Any valid address has an answer, that of an unknown one is empty.',
  returns: z.object({ wallet: WalletView }),
})

export const listRecordedLinks = read({
  operationId: 'listRecordedLinks',
  path: '/api/v1/wallets/{address}/links',
  tag,
  access: 'public',
  summary: 'List the response links that a wallet recorded, newest first.',
  query: PageQuery,
  returns: z.object({ wallet: Wallet, links: z.array(RecordedLink), nextCursor: NextCursor }),
})

export const listReviews = read({
  operationId: 'listReviews',
  path: '/api/v1/wallets/{address}/reviews',
  tag,
  access: 'public',
  summary: 'List the decisions, proofs and projects that a wallet judged by its signature, newest first.',
  query: PageQuery,
  returns: z.object({ wallet: Wallet, reviews: z.array(SignedItem), nextCursor: NextCursor }),
})
