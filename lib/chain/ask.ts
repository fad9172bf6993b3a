import type { PublicClient } from 'viem'
import type { z } from 'zod'
import { type Chain, PROVIDER_TIMEOUT_MS } from '@/lib/chain/providers'
import { Quantity } from '@/lib/chain/rpc-schemas'
import { recorder } from '@/lib/telemetry/metrics'
import { traced } from '@/lib/telemetry/tracing'

/** One provider with the time limit of one lookup. */
export interface Provider {
  /**
   * A JSON-RPC call whose result is parsed by a schema.
   * @throws when the provider is unreachable or slow, or its response is too long or does not fit the schema.
   */
  call<S extends z.ZodType>(returns: S, method: string, params: readonly unknown[]): Promise<z.output<S>>
}

/** Why a provider's response is rejected. It contains neither a URL nor anything that the provider sent. */
export class NotBelieved extends Error {}

function providerOf(client: PublicClient, signal: AbortSignal): Provider {
  // viem types calls by a list of known methods; results are parsed by a schema anyway.
  const request = client.request as unknown as (call: object, options: object) => Promise<unknown>
  return {
    async call(returns, method, params) {
      return returns.parse(await request({ method, params }, { signal, retryCount: 0 }))
    },
  }
}

/** One lookup at one provider, with a time limit. No call continues after it has ended. */
async function askOne<Answer>(
  client: PublicClient,
  chainId: number,
  question: (provider: Provider) => Promise<Answer>,
): Promise<Answer> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), PROVIDER_TIMEOUT_MS)
  try {
    const provider = providerOf(client, ended.signal)
    const [answer] = await Promise.all([question(provider), requireChain(provider, chainId)])
    return answer
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/**
 * Asks a chain's providers one after the other until `wanted` of them gave a plausible answer. A provider that serves
 * another chain counts as failed. The time limit is the sum of the providers' limits.
 * @param question must throw when an answer contradicts itself. @param wanted the most answers.
 * @returns the answers in the order of the providers; empty when all failed.
 */
export async function askProviders<Answer>(
  chain: Chain,
  question: (provider: Provider) => Promise<Answer>,
  wanted = 1,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const client of chain.providers) {
    if (answers.length === wanted) break
    try {
      answers.push(await traced(`chain ${chain.chainId}`, {}, () => askOne(client, chain.chainId, question)))
    } catch {
      // Try the next provider. The error may contain the provider's URL, so it is not logged.
    }
  }
  recorder()?.chainLookup(String(chain.chainId), answers.length > 0 ? 'answered' : 'silent')
  return answers
}

async function requireChain(provider: Provider, chainId: number): Promise<void> {
  if ((await provider.call(Quantity, 'eth_chainId', [])) !== BigInt(chainId)) throw new NotBelieved('Another chain.')
}
