import { createPublicClient, http, type PublicClient } from 'viem'
import { configuredChains } from '@/lib/env'

/** One JSON-RPC answer is read no further than this: a receipt of a large batch stays below, a flood does not. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024
/** How long one provider may take for everything it is asked about a transaction, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** Providers asked about one transaction, so that a long list cannot make a check last for ever. */
export const PROVIDERS_MAX = 3

/** A chain the operator configured, with a client for each of its providers in the order they are asked. */
export interface Chain {
  readonly chainId: number
  /** What people are told instead of an address: a provider's URL may hold a key. */
  readonly label: string
  readonly providers: readonly PublicClient[]
}

/**
 * `fetch` whose answer ends with its signal. Node's own forgets the signal of a request once only the answer's body is
 * left and the garbage collector has come by (nodejs/undici#1926 is of the same kind): a provider that drips would drip on.
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

/** One viem client per URL: no retries (the next provider is asked instead), no redirects, capped answers. */
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
