import net from 'node:net'

/** A TCP proxy in front of Postgres that tests cut and mend. */
export interface DatabaseProxy {
  /** The database's address by way of the proxy. */
  readonly url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Lets connections through again, and breaks those that lost something: a stream has no holes. */
  mend(): void
  /** From now on nothing comes through, and nobody is told: as a network that swallows everything. */
  freeze(): void
  /** The same from the next `COMMIT` on, which is still delivered. */
  freezeAfterCommit(): void
  /** Breaks a connection as soon as a `COMMIT` has gone to the database on it, before the answer comes back; so often. */
  cutAfterCommit(times: number): void
  /** Breaks a connection when a `COMMIT` arrives, and does not pass it on; so often. */
  cutBeforeCommit(times: number): void
  /** From now on new connections lead to another server; what is open stays as it is. */
  point(databaseUrl: string): void
  /** What is open now stays open, and nothing comes through it any more; new connections are as ever. */
  silence(): void
  /**
   * Nothing comes through any more on each connection on which a transaction begins; the `BEGIN` is the first that is lost.
   * @param times so often; by default until it is mended.
   */
  silenceTransactions(times?: number): void
  /** How many of the cuts asked for have happened. */
  cuts(): number
  close(): Promise<void>
}

const COMMIT = Buffer.from('COMMIT\0')
const BEGIN = Buffer.from('BEGIN; ')

export interface ProxySettings {
  /** Refuses connections whose start-up message asks for more than PgBouncer knows, in its words. */
  readonly likePgBouncer?: boolean
}

/** The start-up parameters that PgBouncer knows without `ignore_startup_parameters`. */
const KNOWN_PARAMETERS = [
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
  'replication',
]

/** The first parameter of a start-up message that PgBouncer refuses. */
function unknownParameter(startup: Buffer): string | undefined {
  const PROTOCOL_3 = 196_608
  if (startup.length < 8 || startup.readInt32BE(4) !== PROTOCOL_3) return undefined
  const words = startup.subarray(8).toString('utf8').split('\0')
  return words.find((word, place) => place % 2 === 0 && word !== '' && !KNOWN_PARAMETERS.includes(word.toLowerCase()))
}

/** An error as a server sends it (PostgreSQL, Message Formats). */
function errorMessage(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Opens a proxy on a free port of loopback. */
export async function openProxy(databaseUrl: string, settings: ProxySettings = {}): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl)
  const pairs = new Set<readonly [net.Socket, net.Socket]>()
  const silent = new WeakSet<readonly [net.Socket, net.Socket]>()
  /** Of these something was swallowed while everything was frozen. */
  const holed = new Set<readonly [net.Socket, net.Socket]>()
  let open = true
  let frozen = false
  let freezing = false
  let silencing = 0
  let after = 0
  let before = 0
  let done = 0

  const breakPair = (pair: readonly [net.Socket, net.Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  /** What becomes of a connection on which a `COMMIT` is coming. @returns whether it was cut. */
  const isCut = (pair: readonly [net.Socket, net.Socket], chunk: Buffer): boolean => {
    if (freezing) frozen = true
    freezing = false
    if (before === 0 && after === 0) return false
    done += 1
    if (before > 0) {
      before -= 1
      breakPair(pair)
      return true
    }
    after -= 1
    // What the database answers no longer reaches the service. The request is delivered whole, and what is answered to the
    // statements before the commit is still taken: a backend that cannot send them gives up.
    const [client, upstream] = pair
    pairs.delete(pair)
    client.removeAllListeners('close').destroy()
    upstream.removeAllListeners('data').on('data', () => undefined)
    upstream.end(chunk)
    return true
  }
  const server = net.createServer((client) => {
    client.on('error', () => undefined)
    if (!open) {
      client.destroy()
      return
    }
    const upstream = net.connect(Number(target.port), target.hostname)
    const pair = [client, upstream] as const
    pairs.add(pair)
    upstream.on('error', () => breakPair(pair)).on('close', () => breakPair(pair))
    client.on('error', () => breakPair(pair)).on('close', () => breakPair(pair))
    let isFirst = settings.likePgBouncer ?? false
    const isSwallowed = (chunk: Buffer) => {
      if (silencing > 0 && !silent.has(pair) && chunk.includes(BEGIN)) {
        silencing -= 1
        silent.add(pair)
      }
      if (frozen) holed.add(pair)
      return frozen || silent.has(pair)
    }
    upstream.on('data', (chunk) => isSwallowed(chunk) || client.write(chunk))
    client.on('data', (chunk) => {
      if (isSwallowed(chunk)) return
      const unknown = isFirst ? unknownParameter(chunk) : undefined
      isFirst = false
      if (unknown) {
        client.end(errorMessage('08P01', `unsupported startup parameter: ${unknown}`))
        return
      }
      if (chunk.includes(COMMIT) && isCut(pair, chunk)) return
      upstream.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    cut() {
      open = false
      for (const pair of pairs) breakPair(pair)
    },
    mend() {
      open = true
      frozen = false
      freezing = false
      silencing = 0
      for (const pair of holed) breakPair(pair)
      holed.clear()
    },
    freeze() {
      frozen = true
    },
    freezeAfterCommit() {
      freezing = true
    },
    point(databaseUrl) {
      target = new URL(databaseUrl)
    },
    silence() {
      for (const pair of pairs) silent.add(pair)
    },
    silenceTransactions(times = Number.POSITIVE_INFINITY) {
      silencing = times
    },
    cutAfterCommit(times) {
      after = times
    },
    cutBeforeCommit(times) {
      before = times
    },
    cuts: () => done,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const pair of pairs) breakPair(pair)
      await closed
    },
  }
}
