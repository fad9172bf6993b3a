import { setTimeout } from 'node:timers/promises'
import { askProviders } from '@/lib/chain/ask'
import { type Chain, chains } from '@/lib/chain/providers'
import { BlockNumber } from '@/lib/chain/rpc-schemas'
import { now } from '@/lib/clock'

/** The state of a chain's providers. `slow`: they answer, but late. */
export interface ChainHealth {
  readonly chainId: string
  readonly label: string
  readonly status: 'ok' | 'slow' | 'down'
  readonly blockNumber: string | null
  readonly latencyMs: number | null
  /** ISO 8601, by the product's clock. */
  readonly checkedAt: string
}

/** Longer answers are reported as slow, in milliseconds. */
const SLOW_MS = 1_500
/** How long this process caches an answer, so that reads of the status cost the providers next to nothing. */
const KEPT_MS = 10_000
/** The longest wait for providers that do not answer, in milliseconds. */
const WAITED_MS = 3_000

let kept: { readonly until: number; readonly of: string; readonly answer: Promise<ChainHealth[]> } | undefined

/** The state of every configured chain, cached for `KEPT_MS`, available after `WAITED_MS` at the latest. */
export function chainHealth(): Promise<ChainHealth[]> {
  const configured = chains()
  const of = configured.map(({ chainId, label }) => `${chainId} ${label}`).join('\n')
  if (!kept || kept.of !== of || performance.now() > kept.until) {
    kept = { until: performance.now() + KEPT_MS, of, answer: Promise.all(configured.map(healthOf)) }
  }
  return kept.answer
}

/** What an answer says of a chain's providers. @param latencyMs how long it took; null if none answered. */
export function statusOf(latencyMs: number | null): ChainHealth['status'] {
  if (latencyMs === null) return 'down'
  return latencyMs > SLOW_MS ? 'slow' : 'ok'
}

async function healthOf(chain: Chain): Promise<ChainHealth> {
  const began = performance.now()
  const blockNumber = await Promise.race([askBlockNumber(chain), setTimeout(WAITED_MS, null, { ref: false })])
  const latencyMs = blockNumber === null ? null : Math.round(performance.now() - began)
  return {
    chainId: String(chain.chainId),
    label: chain.label,
    status: statusOf(latencyMs),
    blockNumber: blockNumber === null ? null : String(blockNumber),
    latencyMs,
    checkedAt: now().toISOString(),
  }
}

/** The first answer of any provider, all asked at once: a provider that hangs must not hide one that answers. */
async function askBlockNumber(chain: Chain): Promise<bigint | null> {
  const asked = chain.providers.map(async (one) => {
    const only = { ...chain, providers: [one] }
    const [head] = (await askProviders(only, (it) => it.call(BlockNumber, 'eth_blockNumber', []))).answers
    return head ?? Promise.reject(new Error('It does not answer.'))
  })
  return Promise.any(asked).catch(() => null)
}
