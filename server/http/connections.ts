import type http from 'node:http'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createTally, laneOf, NETWORK_TIMES, type Network, networksOf } from '@/lib/http/network'
import type { BufferedResponse } from '../pages/response'
import { announcedBytes } from './node-adapter'
import { createUnreadBytes, greatest, type Reader, type UnreadLimits } from './unread-bytes'

/** A browser opens at most six connections; this many from one address are a large office. */
export const PER_ADDRESS_MAX = 256

/** Limits on the connections of clients to this process. */
export interface ConnectionLimits extends UnreadLimits {
  /** Open at once. */
  readonly max: number
  /** Open at once from one network address; 0 means no limit, for a service behind a proxy. */
  readonly perAddressMax: number
  /** What the pipelined requests of all clients may keep in memory while they wait. */
  readonly waitingBytesMax: number
}

/** The most pipelined requests that may wait on one connection. */
const WAITING_MAX = 64
/** About what a request keeps in memory while it waits: of each name and value of its headers, and besides them. */
const HEADER_TEXT_BYTES = 32
const WAITING_REQUEST_BYTES = 1_024
/** The most that Node reads of a socket at once. */
const SOCKET_READ_BYTES = 65_536
const CHECKS_PER_STALL = 4
/**
 * How long a kept connection must be idle before a stopping server closes it. A recently used connection is likely to be used
 * again: the next response tells its client to close it, so that no request in flight is lost.
 */
const SILENT_MS = 1_000

/** A network with more connections loses some that are in use where others find no place: more than a household's browsers open. */
const IN_USE_MAX = 32

interface Connection extends Reader {
  /** Those that it counts in; none of a refused one, which takes nothing from its neighbours. */
  readonly networks: readonly Network[]
  /** The unfinished responses in the order of their requests; the first is in progress. */
  readonly responses: ServerResponse[]
  readonly waiting: { readonly begin: () => void; readonly bytes: number }[]
  /** The received bytes at the last activity, and the time of that. */
  used: { readonly bytesRead: number; readonly at: number }
}

const activityOf = (socket: Socket) => ({ bytesRead: socket.bytesRead, at: performance.now() })

/**
 * What arrives of a body that nobody reads yet is kept. Node stops reading once that reaches the high-water mark, unless the same
 * read completes the body: then the next request is parsed.
 */
const waitingBodyBytesOf = (request: http.IncomingMessage): number =>
  Math.min(announcedBytes(request) ?? Number.POSITIVE_INFINITY, request.readableHighWaterMark + SOCKET_READ_BYTES)

const waitingBytesOf = (request: http.IncomingMessage): number =>
  request.rawHeaders.reduce(
    (sum, text) => sum + text.length + HEADER_TEXT_BYTES,
    WAITING_REQUEST_BYTES + waitingBodyBytesOf(request),
  )

/** The time of the last activity: since then no request was in progress and no bytes arrived. */
function silentSince(connection: Connection): number {
  const { socket, responses, used } = connection
  if (responses.length > 0 || socket.bytesRead > used.bytesRead) connection.used = activityOf(socket)
  return connection.used.at
}

/** Of some connections the one that has been idle for longest; null if all are in use. */
function longestIdle(connections: Iterable<Connection>): Connection | null {
  const idle = [...connections].filter(({ responses }) => responses.length === 0)
  return greatest(idle.map((one) => [one, -silentSince(one)] as const))
}

/**
 * Limits the connections of a server: in total, per network, and by cutting clients that do not read. Where there is no room, an
 * idle one gives way. Pipelined requests are answered one after the other (RFC 9112 §9.3.2), so each connection keeps at most one
 * response in memory.
 * @param refuse answers and closes a connection that exceeds the limit of its network.
 */
export function createConnections(server: http.Server, limits: ConnectionLimits, refuse: (socket: Duplex) => void) {
  const open = new Map<Duplex, Connection>()
  /** The same by their lanes. */
  const lanes = new Map<string, Set<Connection>>()
  const tally = createTally()
  /** Those of which no request is taken any more. */
  const refused = new WeakSet<Duplex>()
  // However many networks a customer of a provider has, others find a place.
  const wideMax = Math.min(limits.perAddressMax * NETWORK_TIMES['wide-network'], Math.ceil(limits.max / 2))
  // Behind a proxy, which has many, those in use are of many people.
  const inUseMax = limits.perAddressMax > 0 ? IN_USE_MAX : Number.POSITIVE_INFINITY
  const unreadBytes = createUnreadBytes(() => open.values(), limits)
  let waitingBytes = 0
  let stallChecks: NodeJS.Timeout | undefined

  /** Takes the next waiting request of a connection, or the last one. */
  function nextOf({ waiting }: Connection, isLast = false): (() => void) | undefined {
    const next = isLast ? waiting.pop() : waiting.shift()
    waitingBytes -= next?.bytes ?? 0
    return next?.begin
  }

  function close(connection: Connection): void {
    if (!open.delete(connection.socket)) return
    const others = lanes.get(connection.lane)
    others?.delete(connection)
    if (others?.size === 0) lanes.delete(connection.lane)
    while (nextOf(connection));
    connection.responses.length = 0
    tally.change(connection.networks, -1)
  }

  /**
   * Closes a connection in favour of a newcomer: of the lane that has most, and more than the newcomer's, or of its own, the one that
   * has been idle for longest. Of a lane with more than `IN_USE_MAX` it may be in use. @returns false if there is none.
   */
  function makeRoom(newcomers: string): boolean {
    const own = lanes.get(newcomers) ?? new Set()
    let most = own.size
    let given = longestIdle(own)
    for (const others of lanes.values()) {
      if (others.size <= most) continue
      const [oldest = null] = others
      const one = longestIdle(others) ?? (others.size > inUseMax ? oldest : null)
      if (!one) continue
      most = others.size
      given = one
    }
    if (!given) return false
    close(given)
    given.socket.destroy()
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const networks = networksOf(address)
    const isOneTooMany = limits.perAddressMax > 0 && tally.isFull(networks, limits.perAddressMax, wideMax)
    const lane = laneOf(address)
    if (open.size >= limits.max && (isOneTooMany || !makeRoom(lane))) {
      socket.destroy()
      return
    }
    const counted = isOneTooMany ? [] : networks
    tally.change(counted, 1)
    const connection: Connection = {
      socket,
      networks: counted,
      lane,
      responses: [],
      waiting: [],
      unread: null,
      used: activityOf(socket),
    }
    open.set(socket, connection)
    lanes.set(lane, (lanes.get(lane) ?? new Set()).add(connection))
    socket.once('close', () => close(connection))
    if (isOneTooMany) {
      refused.add(socket)
      refuse(socket)
    }
    stallChecks ??= setInterval(unreadBytes.cutStalled, limits.stallMs / CHECKS_PER_STALL).unref()
  })
  server.on('close', () => clearInterval(stallChecks))

  return {
    /**
     * Answers a request after the earlier ones on its connection; too many waiting requests end the connection. What comes behind an
     * answer that closes it is not processed (RFC 9112 §9.6): that response would have no socket, and never close.
     */
    inTurn(response: BufferedResponse, answer: () => void): void {
      const { socket } = response.req
      const connection = open.get(socket)
      if (!connection || refused.has(socket) || socket.writableEnded) return
      const { responses, waiting } = connection
      const begin = () => {
        response.onPassed = () => unreadBytes.cutGreedySoon(socket)
        response.once('close', () => {
          if (socket.destroyed || socket.writableEnded) return
          connection.used = activityOf(connection.socket)
          responses.shift()
          nextOf(connection)?.()
        })
        answer()
      }
      responses.push(response)
      if (responses.length === 1) {
        begin()
        return
      }
      const bytes = waitingBytesOf(response.req)
      if (waiting.length >= WAITING_MAX || waitingBytes + bytes > limits.waitingBytesMax) {
        socket.destroy()
        return
      }
      waiting.push({ begin, bytes })
      waitingBytes += bytes
    },
    /**
     * Takes no more requests of a connection, because what it sent is not HTTP or did not come in time. A request that broke off
     * behind others is never begun, also if the rest of it still comes.
     * @returns the last response that the connection still gets, while it is unfinished.
     */
    endAt(socket: Duplex): ServerResponse | undefined {
      refused.add(socket)
      const connection = open.get(socket)
      if (!connection) return undefined
      const { responses, waiting } = connection
      if (waiting.length > 0 && !responses.at(-1)?.req.complete) {
        responses.pop()
        nextOf(connection, true)
      }
      return responses.at(-1)
    },
    /** Closes the connections that have been idle for `SILENT_MS`. @returns the number of the others. */
    closeSilent(): number {
      const before = performance.now() - SILENT_MS
      for (const connection of open.values()) if (silentSince(connection) <= before) connection.socket.destroy()
      return [...open.keys()].filter(({ destroyed }) => !destroyed).length
    },
    /** The unfinished responses. */
    *unfinished(): Generator<ServerResponse> {
      for (const { responses } of open.values()) yield* responses
    },
  }
}
