import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Limits on what clients leave unread of their answers. */
export interface UnreadLimits {
  /** How long sent bytes may stay unread, in addition to the time that reading them takes at `bytesPerMs`. */
  readonly stallMs: number
  /** The slowest accepted reading speed. */
  readonly bytesPerMs: number
  /** The sent bytes that all clients together may leave unread. */
  readonly unreadBytesMax: number
}

/** Where fewer bytes are unread, sending more is no reason to count those of all connections. */
const UNREAD_BYTES_MIN = 16_384

/** A connection whose client has answers to read. */
export interface Reader {
  readonly socket: Socket
  /** The lane of its address, of which the one that has the most has to give. */
  readonly lane: string
  /** The unread bytes when they last decreased, and the time of that. */
  unread: { readonly bytes: number; readonly since: number } | null
}

/** The unread bytes of a connection; null where there are none. */
function unreadOf(reader: Reader, now: number): Reader['unread'] {
  const bytes = reader.socket.destroyed ? 0 : reader.socket.writableLength
  if (bytes === 0) reader.unread = null
  else if (!reader.unread || bytes < reader.unread.bytes) reader.unread = { bytes, since: now }
  else reader.unread = { bytes, since: reader.unread.since }
  return reader.unread
}

/** The key with the greatest value. */
export function greatest<Key>(values: Iterable<readonly [Key, number]>): Key | null {
  let found: readonly [Key, number] | null = null
  for (const each of values) if (!found || each[1] > found[1]) found = each
  return found ? found[0] : null
}

/** Cuts the connections of clients that do not read. @param readers all that are open. */
export function createUnreadBytes(readers: () => Iterable<Reader>, limits: UnreadLimits) {
  /** Cuts the connections of clients that have not read for too long. */
  function cutStalled(): void {
    const now = performance.now()
    for (const reader of readers()) {
      const unread = unreadOf(reader, now)
      if (unread && now - unread.since > limits.stallMs + unread.bytes / limits.bytesPerMs) reader.socket.destroy()
    }
  }

  /**
   * Keeps the unread bytes of all clients within their limit. Where they exceed it, a connection is cut of the network that
   * has left the most unread: the one that has left the most for the longest.
   */
  function cutGreedy(): void {
    const now = performance.now()
    const perLane = new Map<string, number>()
    const holders = new Map<Reader, number>()
    let sum = 0
    for (const reader of readers()) {
      const unread = unreadOf(reader, now)
      if (!unread) continue
      sum += unread.bytes
      perLane.set(reader.lane, (perLane.get(reader.lane) ?? 0) + unread.bytes)
      holders.set(reader, unread.bytes * (now - unread.since + 1))
    }
    while (sum > limits.unreadBytesMax) {
      const lane = greatest(perLane)
      const reader = greatest([...holders].filter(([holder]) => holder.lane === lane))
      if (lane === null || !reader) return
      const bytes = reader.unread?.bytes ?? 0
      reader.socket.destroy()
      holders.delete(reader)
      perLane.set(lane, (perLane.get(lane) ?? 0) - bytes)
      sum -= bytes
    }
  }

  /** Counts the unread bytes once the system has taken what it takes at once. */
  function cutGreedySoon(socket: Duplex): void {
    if (socket.writableLength < UNREAD_BYTES_MIN) return
    process.nextTick(() => {
      if (socket.writableLength >= UNREAD_BYTES_MIN) cutGreedy()
    })
  }

  return { cutStalled, cutGreedySoon }
}
