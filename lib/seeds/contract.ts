import { read } from '@/lib/contract/endpoint'
import { PageQuery } from '@/lib/contract/list'
import { AttestationPreview, OnchainView } from '@/lib/seeds/onchain-schemas'
import { WalletSeedsView } from '@/lib/seeds/schemas'

export const getWalletSeeds = read({
  operationId: 'getWalletSeeds',
  path: '/api/v1/rewards/wallet/{address}',
  tag: 'Receipts and Seeds',
  access: 'public',
  summary: "Read a wallet's balance of Seeds and its ledger, reversals included.",
  query: PageQuery,
  returns: WalletSeedsView,
})

export const getOnchainSeeds = read({
  operationId: 'getOnchainSeeds',
  path: '/api/v1/seeds/onchain',
  tag: 'Onchain facts',
  access: 'public',
  summary: 'Read where Seeds could be attested, and the unsigned transaction that would register the schema.',
  description: 'The service registers, signs and sends nothing.',
  returns: OnchainView,
})

export const previewAttestation = read({
  operationId: 'previewAttestation',
  path: '/api/v1/seeds/{id}/onchain',
  ids: 'integer',
  tag: 'Onchain facts',
  access: 'public',
  limit: 'onchain',
  summary: 'Read the exact unsigned attestation that an entry of the ledger would become.',
  description: 'A preview with evidence hash and a read-only gas estimate. The service signs and sends nothing.',
  returns: AttestationPreview,
})
