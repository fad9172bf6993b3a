import { cursorOf, positionOf } from '@/lib/events/queries'
import type { EventFilter } from '@/lib/events/schemas'
import { follow, type Told } from '@/lib/events/tail'

const RECONNECT_MS = 2_000

/** Tells a browser how long to wait before it comes back, and every client that it is connected. */
const GREETING = `retry: ${RECONNECT_MS}\n: connected\n\n`

const message = (told: Told) =>
  told === 'heartbeat' ? ': still here\n\n' : `id: ${cursorOf(told.position)}\nevent: event\ndata: ${told.text}\n\n`

/**
 * The messages of `GET /api/v1/events/stream`.
 * @param lastEventId where a connection that was lost ended; preferred to `since`.
 * @returns what reads them until its signal ends it.
 * @throws Refusal `invalid_request` where either is no cursor.
 */
export async function eventMessages(
  { since, ...filter }: EventFilter,
  lastEventId: string | null,
): Promise<(signal: AbortSignal) => AsyncGenerator<string, void>> {
  const asked = await positionOf(lastEventId || since)
  // A cursor of a log that was longer than this one goes on at this one's end.
  const position = Math.min(asked, await positionOf('now'))
  return async function* messages(signal) {
    yield GREETING
    for await (const told of follow(position, filter, signal)) yield message(told)
  }
}
