import type { Route } from '@/lib/api/route'
import type { Matched } from '@/lib/api/serve'
import { ANY_SITE_HEADERS } from '@/lib/api/serve-read'
import { EVENT_STREAMS_MAX, EVENT_STREAMS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import type { ApiResponse, StreamedBody } from '@/lib/http/message'
import { parseQuery, requireIds } from '@/lib/http/parse'
import { createRoom, noPlace } from '@/lib/http/room'

const RETRY_SECONDS = 30

/** The open streams of this process. */
const streams = createRoom(EVENT_STREAMS_MAX, EVENT_STREAMS_PER_NETWORK_MAX)

/** A body that is counted as an open stream until its connection ends, or another network needs its place. */
function streamed(address: string, read: (signal: AbortSignal) => AsyncIterable<string>): StreamedBody {
  const over = new AbortController()
  return {
    bytes: null,
    async *open() {
      const leave = streams.take(address, () => over.abort())
      try {
        for await (const message of read(over.signal)) yield Buffer.from(message)
      } finally {
        leave()
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
  const full = streams.fullFor(incoming.address)
  if (full !== null) throw noPlace(full, 'streams open', 'Read the list until one is closed.', RETRY_SECONDS)
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
    body: streamed(incoming.address, messages),
  }
}
