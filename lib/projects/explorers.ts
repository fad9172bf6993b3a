import type { TransactionRef } from '@/lib/chain/queue'
import { parseUrl } from '@/lib/url'

/** The hosts of known block explorers, by chain (EIP-155 id). */
const EXPLORERS: Readonly<Record<string, readonly string[]>> = {
  '1': ['etherscan.io', 'eth.blockscout.com'],
  '10': ['optimistic.etherscan.io', 'optimism.blockscout.com', 'explorer.optimism.io'],
  '56': ['bscscan.com'],
  '100': ['gnosisscan.io', 'gnosis.blockscout.com'],
  '137': ['polygonscan.com', 'polygon.blockscout.com'],
  '324': ['era.zksync.network', 'explorer.zksync.io'],
  '8453': ['basescan.org', 'base.blockscout.com'],
  '42161': ['arbiscan.io', 'arbitrum.blockscout.com'],
  '42220': ['celoscan.io'],
  '43114': ['snowtrace.io', 'snowscan.xyz'],
  '59144': ['lineascan.build'],
  '84532': ['sepolia.basescan.org', 'base-sepolia.blockscout.com'],
  '421614': ['sepolia.arbiscan.io'],
  '534352': ['scrollscan.com'],
  '11155111': ['sepolia.etherscan.io', 'eth-sepolia.blockscout.com'],
  '11155420': ['sepolia-optimism.etherscan.io'],
}

const TRANSACTION_PATH = /^\/tx\/(0x[0-9a-f]{64})\/?$/

/**
 * The transaction in the URL of a known block explorer, read from host and path. It fetches nothing.
 * @returns null for any other URL.
 * @example
 * explorerTransaction('https://basescan.org/tx/0xAB…') // { chainId: '8453', txHash: '0xab…' }
 */
export function explorerTransaction(url: string): TransactionRef | null {
  const parsed = parseUrl(url)
  if (!parsed) return null
  const { protocol, host, pathname } = parsed
  const name = host.replace(/^www\./, '')
  const chainId = Object.keys(EXPLORERS).find((id) => EXPLORERS[id]?.includes(name))
  const txHash = TRANSACTION_PATH.exec(pathname.toLowerCase())?.[1]
  return protocol === 'https:' && chainId && txHash ? { chainId, txHash } : null
}
