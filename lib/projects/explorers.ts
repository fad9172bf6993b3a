import { parseUrl } from '@/lib/url'

/** Block explorers that people link to, and the chain of each (EIP-155 id). */
const EXPLORER_CHAINS: Readonly<Record<string, string>> = {
  'etherscan.io': '1',
  'eth.blockscout.com': '1',
  'optimistic.etherscan.io': '10',
  'optimism.blockscout.com': '10',
  'explorer.optimism.io': '10',
  'bscscan.com': '56',
  'gnosisscan.io': '100',
  'gnosis.blockscout.com': '100',
  'polygonscan.com': '137',
  'polygon.blockscout.com': '137',
  'era.zksync.network': '324',
  'explorer.zksync.io': '324',
  'basescan.org': '8453',
  'base.blockscout.com': '8453',
  'arbiscan.io': '42161',
  'arbitrum.blockscout.com': '42161',
  'celoscan.io': '42220',
  'snowtrace.io': '43114',
  'snowscan.xyz': '43114',
  'lineascan.build': '59144',
  'sepolia.basescan.org': '84532',
  'base-sepolia.blockscout.com': '84532',
  'sepolia.arbiscan.io': '421614',
  'scrollscan.com': '534352',
  'sepolia.etherscan.io': '11155111',
  'eth-sepolia.blockscout.com': '11155111',
  'sepolia-optimism.etherscan.io': '11155420',
}

const TRANSACTION_PATH = /^\/tx\/(0x[0-9a-f]{64})\/?$/

/** A transaction as it is named onchain. */
export interface NamedTransaction {
  readonly chainId: string
  readonly txHash: string
}

/**
 * The transaction that the URL of a known block explorer shows. Nothing is fetched: host and path say it.
 * @returns null for every other URL.
 * @example
 * explorerTransaction('https://basescan.org/tx/0xAB…') // { chainId: '8453', txHash: '0xab…' }
 */
export function explorerTransaction(url: string): NamedTransaction | null {
  const parsed = parseUrl(url)
  if (!parsed) return null
  const { protocol, host, pathname } = parsed
  const name = host.replace(/^www\./, '')
  const chainId = protocol === 'https:' && Object.hasOwn(EXPLORER_CHAINS, name) ? EXPLORER_CHAINS[name] : undefined
  const txHash = TRANSACTION_PATH.exec(pathname.toLowerCase())?.[1]
  return chainId && txHash ? { chainId, txHash } : null
}
