import { networkOf } from '@/lib/api/rate-limit'
import type { Route } from '@/lib/api/route'
import type { Matched } from '@/lib/api/serve'
import { ANY_SITE_HEADERS } from '@/lib/api/serve-read'
import { EVENT_STREAMS_MAX, EVENT_STREAMS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import { Refusal } from '@/lib/errors'
import type { ApiResponse, StreamedBody } from '@/lib/http/message'
import { parseQuery, requireIds } from '@/lib/http/parse'

const RETRY_SECONDS = 30

/** The number of open streams of this process, by network. */
const streams = new Map<string, number>()

function requireRoom(network: string): void {
  const all = [...streams.values()].reduce((sum, count) => sum + count, 0)
  const isFull = all >= EVENT_STREAMS_MAX
  if (!isFull && (streams.get(network) ?? 0) < EVENT_STREAMS_PER_NETWORK_MAX) return
  const message = isFull
    ? 'As many streams are open as this process holds. Try again later, or read the list.'
    : `Your network has ${EVENT_STREAMS_PER_NETWORK_MAX} streams open already. Close one, or read the list.`
  throw new Refusal('rate_limited', message, null, { 'retry-after': String(RETRY_SECONDS) })
}

function count(network: string, change: 1 | -1): void {
  const open = (streams.get(network) ?? 0) + change
  if (open > 0) streams.set(network, open)
  else streams.delete(network)
}

/** A body that is counted as an open stream until its connection ends. */
function streamed(network: string, read: (signal: AbortSignal) => AsyncIterable<string>): StreamedBody {
  const over = new AbortController()
  return {
    bytes: null,
    async *open() {
      count(network, 1)
      try {
        for await (const message of read(over.signal)) yield Buffer.from(message)
      } finally {
        count(network, -1)
      }
    },
    close: () => over.abort(),
  }
}

/**
 * Serves Server-Sent Events (HTML Standard §9.2) until either side ends the stream. An error on our side also ends it:
 * the client reconnects automatically and continues where it was.
 */
export async function serveStream(
  route: Extract<Route, { kind: 'stream' }>,
  { incoming, params, search }: Matched,
): Promise<ApiResponse> {
  const query = route.endpoint.query ? parseQuery(route.endpoint.query, search) : undefined
  requireIds(params)
  const messages = await route.run({ query, lastEventId: incoming.header('last-event-id') })
  const network = networkOf(incoming.address)
  requireRoom(network)
  return {
    status: 200,
    headers: {
      ...ANY_SITE_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'text/event-stream',
      'x-content-type-options': 'nosniff',
      // Without this, nginx would buffer messages.
      'x-accel-buffering': 'no',
    },
    body: streamed(network, messages),
  }
}
