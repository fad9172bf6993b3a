import dns from 'node:dns'
import net from 'node:net'

/** What leaves this process: every connection that a socket is told to make, and every name that is looked up. */
export interface Outgoing {
  /** `host:port`, in the order of the attempts, the given ones left out. */
  connections(except?: readonly string[]): string[]
  /** Names, the given ones left out. */
  lookups(except?: readonly string[]): string[]
  /** Answers a name by a resolver of the test's own; each lookup is given the next answer, then the first again. */
  resolve(name: string, ...answers: readonly (readonly string[])[]): void
  forget(): void
  stop(): void
}

type Connect = typeof net.Socket.prototype.connect
type Lookup = (
  host: string,
  options: dns.LookupAllOptions,
  callback: (fault: Error | null, found: unknown) => void,
) => void

/** `connect` takes `(port, host)`, `(options)`, or the list that Node itself makes of either. */
function destinationOf(args: readonly unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'number' || typeof first === 'string') return `${String(second ?? 'localhost')}:${first}`
  const { host = 'localhost', port, path } = first as net.TcpNetConnectOpts & { path?: string }
  return path ?? `${host}:${port}`
}

/** Records from now on, until it is stopped. It sees what any library does: all of them end in these two functions. */
export function recordOutgoing(): Outgoing {
  let connections: string[] = []
  let lookups: string[] = []
  const answers = new Map<string, (readonly string[])[]>()
  const { connect } = net.Socket.prototype
  const { lookup } = dns

  net.Socket.prototype.connect = function recorded(this: net.Socket, ...args: unknown[]) {
    connections.push(destinationOf(args))
    return Reflect.apply(connect, this, args)
  } as Connect

  const resolved: Lookup = (host, options, callback) => {
    lookups.push(host)
    const own = answers.get(host)
    if (!own) return Reflect.apply(lookup, dns, [host, options, callback])
    const found = own.shift() ?? []
    own.push(found)
    const told = found.map((address) => ({ address, family: net.isIP(address) }))
    setImmediate(() => callback(null, told))
  }
  Object.assign(dns, { lookup: resolved })

  const without = (list: readonly string[], except: readonly string[]) => list.filter((one) => !except.includes(one))
  return {
    connections: (except = []) => without(connections, except),
    lookups: (except = []) => without(lookups, except),
    resolve: (name, ...lists) => void answers.set(name, [...lists]),
    forget() {
      connections = []
      lookups = []
    },
    stop() {
      net.Socket.prototype.connect = connect
      Object.assign(dns, { lookup })
    },
  }
}
