import { createPublicClient, http, type PublicClient } from 'viem'
import { configuredChains } from '@/lib/env'

/** The largest JSON-RPC response that is read. The receipt of a large batch is smaller. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024
/** The time limit of one provider for all calls about a transaction, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** The most providers that are asked about a transaction, so that a long list cannot delay a check too much. */
const PROVIDERS_MAX = 3

/** A configured chain, with a client for each of its providers in the order they are asked. */
export interface Chain {
  readonly chainId: number
  /** Shown to people instead of a provider's URL, which may contain a key. */
  readonly label: string
  readonly providers: readonly PublicClient[]
}

/**
 * `fetch` whose response body ends with the signal. Node's own loses the signal when the garbage collector runs while
 * only the body is left (nodejs/undici#1926 is similar), so a slowly dripping provider would never be cut off.
 */
const endingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const reader = response.body?.getReader()
  if (!reader) return response
  const cancel = () => void reader.cancel().catch(() => undefined)
  init?.signal?.addEventListener('abort', cancel, { once: true })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel,
  })
  return new Response(body, response)
}

const clients = new Map<string, PublicClient>()

/** One viem client per URL: no retries (the next provider is asked instead), no redirects, limited responses. */
function clientOf(url: string): PublicClient {
  const known = clients.get(url)
  if (known) return known
  const transport = http(url, {
    retryCount: 0,
    timeout: PROVIDER_TIMEOUT_MS,
    maxResponseBodySize: ANSWER_BYTES_MAX,
    fetchFn: endingFetch,
    fetchOptions: { redirect: 'error', credentials: 'omit' },
  })
  const client = createPublicClient({ transport })
  clients.set(url, client)
  return client
}

/** Every configured chain, by id. */
export function chains(): Chain[] {
  return configuredChains().map(({ chainId, label, urls }) => ({
    chainId,
    label,
    providers: urls.slice(0, PROVIDERS_MAX).map(clientOf),
  }))
}

/** @param chainId a text of digits. @returns null when no provider is configured for it. */
export function findChain(chainId: string): Chain | null {
  return chains().find((chain) => String(chain.chainId) === chainId) ?? null
}
