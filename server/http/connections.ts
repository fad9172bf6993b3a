import type http from 'node:http'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '@/lib/api/rate-limit'

/** How much of this process the open connections of clients may take. */
export interface ConnectionLimits {
  /** Open at once. */
  readonly max: number
  /** Open at once from one network address; 0 is any number, for where all of them come from a proxy. */
  readonly perAddressMax: number
  /** How long a client may leave unread what it was sent, beside the time that its length takes. */
  readonly stallMs: number
  /** What a client must read at least. */
  readonly bytesPerMs: number
}

/** Requests that wait on one connection for the one before them. */
const WAITING_MAX = 64
const CHECKS_PER_STALL = 4
/**
 * How long a kept connection is silent before a server that ends closes it. One that was just used is about to be used
 * again: its client is told with the next answer that it was the last, and loses no request that was under way.
 */
const SILENT_MS = 1_000

interface Connection {
  readonly socket: Socket
  readonly network: string
  /** The responses that are not over yet, in the order of their requests; the first is being answered. */
  readonly responses: ServerResponse[]
  readonly waiting: (() => void)[]
  /** What was unread when it last became less, and when that was. */
  unread: { readonly bytes: number; readonly since: number } | null
  /** How much had been read when it last was of use, and when that was. */
  used: { readonly bytesRead: number; readonly at: number }
}

const activityOf = (socket: Socket) => ({ bytesRead: socket.bytesRead, at: performance.now() })

/** Since when nothing was asked over a connection, and no part of a request came. */
function silentSince(connection: Connection): number {
  const { socket, responses, used } = connection
  if (responses.length > 0 || socket.bytesRead > used.bytesRead) connection.used = activityOf(socket)
  return connection.used.at
}

/**
 * Watches the connections of a server: so many at once, so many from one network, and none whose client does not read.
 * Requests that were sent at once are answered one after the other (RFC 9112 §9.3.2): each connection keeps at most one
 * answer in memory.
 * @param refuse tells the client of a connection too many from its network, and closes it.
 */
export function createConnections(server: http.Server, limits: ConnectionLimits, refuse: (socket: Duplex) => void) {
  const open = new Map<Duplex, Connection>()
  const perNetwork = new Map<string, number>()
  const refused = new WeakSet<Duplex>()
  let stallChecks: NodeJS.Timeout | undefined

  function close(socket: Duplex, { network, waiting, responses }: Connection): void {
    open.delete(socket)
    waiting.length = 0
    responses.length = 0
    const others = (perNetwork.get(network) ?? 1) - 1
    if (others > 0) perNetwork.set(network, others)
    else perNetwork.delete(network)
  }

  /** Cuts the connections whose clients have left too much unread for too long. */
  function cutStalled(): void {
    const now = performance.now()
    for (const [socket, connection] of open) {
      const bytes = socket.writableLength
      const { unread } = connection
      if (bytes === 0) connection.unread = null
      else if (!unread || bytes < unread.bytes) connection.unread = { bytes, since: now }
      else if (now - unread.since > limits.stallMs + bytes / limits.bytesPerMs) socket.destroy()
    }
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const fromNetwork = (perNetwork.get(network) ?? 0) + 1
    if (open.size >= limits.max) {
      socket.destroy()
      return
    }
    perNetwork.set(network, fromNetwork)
    const connection: Connection = {
      socket,
      network,
      responses: [],
      waiting: [],
      unread: null,
      used: activityOf(socket),
    }
    open.set(socket, connection)
    socket.once('close', () => close(socket, connection))
    if (limits.perAddressMax > 0 && fromNetwork > limits.perAddressMax) {
      refused.add(socket)
      refuse(socket)
    }
    stallChecks ??= setInterval(cutStalled, limits.stallMs / CHECKS_PER_STALL).unref()
  })
  server.on('close', () => clearInterval(stallChecks))

  return {
    /** Answers a request once those before it on its connection are answered; too many of them end the connection. */
    inTurn(response: ServerResponse, answer: () => void): void {
      const { socket } = response.req
      const connection = open.get(socket)
      if (!connection || refused.has(socket)) return
      const { responses, waiting } = connection
      const begin = () => {
        response.once('close', () => {
          if (socket.destroyed) return
          connection.used = activityOf(connection.socket)
          responses.shift()
          waiting.shift()?.()
        })
        answer()
      }
      responses.push(response)
      if (responses.length === 1) begin()
      else if (waiting.length < WAITING_MAX) waiting.push(begin)
      else socket.destroy()
    },
    /** The response to the last request that came over a connection, while it is not over. */
    lastOn: (socket: Duplex): ServerResponse | undefined => open.get(socket)?.responses.at(-1),
    /** Closes the connections that have been silent for a while. @returns how many others there are. */
    closeSilent(): number {
      const before = performance.now() - SILENT_MS
      for (const connection of open.values()) if (silentSince(connection) <= before) connection.socket.destroy()
      return [...open.keys()].filter(({ destroyed }) => !destroyed).length
    },
    /** The responses that are not over yet. */
    *unfinished(): Generator<ServerResponse> {
      for (const { responses } of open.values()) yield* responses
    },
  }
}
