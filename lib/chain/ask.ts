import type { PublicClient } from 'viem'
import type { z } from 'zod'
import { type Chain, PROVIDER_TIMEOUT_MS } from '@/lib/chain/providers'
import { Quantity } from '@/lib/chain/rpc-schemas'
import { type ChainOutcome, recorder } from '@/lib/telemetry/metrics'
import { traced } from '@/lib/telemetry/tracing'

/** One provider with the time limit of one lookup. */
export interface Provider {
  /**
   * A JSON-RPC call whose result is parsed by a schema.
   * @throws NotBelieved when the result does not fit the schema. @throws when the provider is unreachable or slow, or its
   * response is too long or an error.
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
      const parsed = returns.safeParse(await request({ method, params }, { signal, retryCount: 0 }))
      if (!parsed.success) throw new NotBelieved('Of another form.')
      return parsed.data
    },
  }
}

/** @returns null for an answer that cannot be believed. */
function disbelieve(fault: unknown): null {
  if (fault instanceof NotBelieved) return null
  throw fault
}

/**
 * One lookup at one provider, with a time limit. No call continues after it has ended.
 * @returns null when the provider serves the chain, and its answer cannot be believed.
 */
async function askOne<Answer>(
  client: PublicClient,
  chainId: number,
  question: (provider: Provider) => Promise<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), PROVIDER_TIMEOUT_MS)
  try {
    const provider = providerOf(client, ended.signal)
    const asked = question(provider).then((answer) => ({ answer }), disbelieve)
    const [told] = await Promise.all([asked, requireChain(provider, chainId)])
    return told
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** What a chain's providers told. */
export interface Told<Answer> {
  /** What can be believed, in the order of the providers. */
  readonly answers: readonly Answer[]
  /** Whether a provider of the chain answered at all. There are transactions of which no provider tells what can be believed. */
  readonly isHeard: boolean
}

/**
 * Asks a chain's providers one after the other until `wanted` of them gave a plausible answer. A provider that serves
 * another chain counts as silent. The time limit is the sum of the providers' limits.
 * @param question must throw `NotBelieved` when an answer contradicts itself. @param wanted the most answers.
 */
export async function askProviders<Answer>(
  chain: Chain,
  question: (provider: Provider) => Promise<Answer>,
  wanted = 1,
): Promise<Told<Answer>> {
  const answers: Answer[] = []
  let isHeard = false
  for (const client of chain.providers) {
    if (answers.length === wanted) break
    try {
      const told = await traced(`chain ${chain.chainId}`, {}, () => askOne(client, chain.chainId, question))
      isHeard = true
      if (told) answers.push(told.answer)
    } catch {
      // Try the next provider. The error may contain the provider's URL, so it is not logged.
    }
  }
  recorder()?.chainLookup(String(chain.chainId), outcomeOf(answers.length > 0, isHeard))
  return { answers, isHeard }
}

function outcomeOf(isBelieved: boolean, isHeard: boolean): ChainOutcome {
  if (isBelieved) return 'answered'
  return isHeard ? 'disbelieved' : 'silent'
}

async function requireChain(provider: Provider, chainId: number): Promise<void> {
  if ((await provider.call(Quantity, 'eth_chainId', [])) !== BigInt(chainId)) throw new NotBelieved('Another chain.')
}
