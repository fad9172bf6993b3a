import type { PublicClient } from 'viem'
import type { z } from 'zod'
import { type Chain, PROVIDER_TIMEOUT_MS } from '@/lib/chain/providers'
import { Quantity } from '@/lib/chain/rpc-schemas'
import { recorder } from '@/lib/telemetry/metrics'
import { traced } from '@/lib/telemetry/tracing'

/** One provider, within the time that it has for one question. */
export interface Provider {
  /**
   * A JSON-RPC call whose result is held against a schema.
   * @throws when the provider is dead, slow, too long, or answers something else.
   */
  call<S extends z.ZodType>(returns: S, method: string, params: readonly unknown[]): Promise<z.output<S>>
}

/** Why a provider's answer is not believed. It names no URL and holds nothing that the provider sent. */
export class NotBelieved extends Error {}

function providerOf(client: PublicClient, signal: AbortSignal): Provider {
  // viem types calls by a list of known methods; what comes back is parsed by a schema either way.
  const request = client.request as unknown as (call: object, options: object) => Promise<unknown>
  return {
    async call(returns, method, params) {
      return returns.parse(await request({ method, params }, { signal, retryCount: 0 }))
    },
  }
}

/** One question to one provider: it ends in time, and nothing that was asked goes on when it has ended. */
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
 * Asks a chain's providers one after the other until so many gave an answer that can be believed. One that turns out to
 * serve another chain gives none.
 * @param question must throw when an answer contradicts itself. @param wanted how many answers, at most.
 * @returns what was answered, in the order of the providers; empty when none did. It never takes longer than the
 * providers' time together.
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
      // Whatever is wrong with this one (its fault may hold its URL, so it is not told), the next is asked.
    }
  }
  recorder()?.chainLookup(String(chain.chainId), answers.length > 0 ? 'answered' : 'silent')
  return answers
}

async function requireChain(provider: Provider, chainId: number): Promise<void> {
  if ((await provider.call(Quantity, 'eth_chainId', [])) !== BigInt(chainId)) throw new NotBelieved('Another chain.')
}
