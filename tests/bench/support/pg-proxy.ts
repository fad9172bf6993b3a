import { connect, createServer, type Socket } from 'node:net'
import { takePort } from './ports'

/** A proxy before Postgres that counts round trips: how often the service begins to wait for the database. */
export interface PgProxy {
  readonly url: string
  /** Starts counting anew. @returns the round trips since the last call. */
  count(): number
  close(): void
}

const FIRST_BYTES = { sync: 'S'.charCodeAt(0), query: 'Q'.charCodeAt(0), ready: 'Z'.charCodeAt(0) }

/** How long the first message in some bytes is, or null while it is not whole. @param head 1 where a type byte leads. */
function messageLength(bytes: Buffer, head: 0 | 1): number | null {
  if (bytes.length < head + 4) return null
  const length = head + bytes.readInt32BE(head)
  return bytes.length < length ? null : length
}

/**
 * Calls back for each message of a stream of the PostgreSQL protocol (type byte, length, content).
 * @param untyped how many messages at the start have no type byte (the startup message has none).
 */
function messages(untyped: number, each: (type: number) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let skip = untyped
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (let length = messageLength(rest, skip > 0 ? 0 : 1); length !== null; ) {
      if (skip > 0) skip -= 1
      else each(rest[0] ?? 0)
      rest = rest.subarray(length)
      length = messageLength(rest, skip > 0 ? 0 : 1)
    }
  }
}

export async function openPgProxy(databaseUrl: string): Promise<PgProxy> {
  const target = new URL(databaseUrl)
  let waiting = 0
  let trips = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    client.setNoDelay(true)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    // Statements sent together, on one connection or several side by side, are one round trip.
    const sent = messages(1, (type) => {
      if (type !== FIRST_BYTES.sync && type !== FIRST_BYTES.query) return
      if (waiting === 0) trips += 1
      waiting += 1
    })
    let open = false
    const received = messages(0, (type) => {
      if (type !== FIRST_BYTES.ready) return
      if (open) waiting -= 1
      open = true
    })
    client.on('data', (chunk: Buffer) => {
      sent(chunk)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      received(chunk)
      client.write(chunk)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const port = await takePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String(port)
  // In the place of a Unix socket.
  url.searchParams.delete('host')
  return {
    url: url.href,
    count() {
      const counted = trips
      trips = 0
      return counted
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
