import http from 'node:http'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/error-code'
import { createListeners } from './http/listeners'

/** Where something listens, and the variables that say so. */
export interface Place {
  readonly port: number
  /** Addresses or names of hosts; none stands for all interfaces. */
  readonly hosts: readonly string[]
  readonly variables: { readonly port: 'PORT' | 'METRICS_PORT'; readonly host: 'LISTEN_HOST' | 'METRICS_HOST' }
}

const LOOPBACK = ['127.0.0.1', '::1']
const ALL_INTERFACES: readonly string[] = []

// Node takes IPv4 alone where there is no IPv6, unless it is told `::`.
const hostsOf = (host: string | undefined): readonly string[] =>
  host === undefined || host === '::' ? ALL_INTERFACES : [host]

/** Where the site is. The embedded default listens on loopback only, whatever `LISTEN_HOST` says. */
export function sitePlace(isEmbedded: boolean): Place {
  const { PORT: port, LISTEN_HOST: host } = env()
  // Machines differ in which of the two they call localhost, and in which of them a proxy connects to.
  const isLoopback = isEmbedded || host === 'localhost'
  return { port, hosts: isLoopback ? LOOPBACK : hostsOf(host), variables: { port: 'PORT', host: 'LISTEN_HOST' } }
}

/** Where the metrics are told, or null. */
export function metricsPlace(): Place | null {
  const { METRICS_PORT: port, METRICS_HOST: host } = env()
  if (port === undefined) return null
  return { port, hosts: hostsOf(host), variables: { port: 'METRICS_PORT', host: 'METRICS_HOST' } }
}

/** What getaddrinfo(3) says of a name that leads nowhere, or cannot be looked up. */
const UNRESOLVED = /^(?:ENOTFOUND|EAI_\w+)$/
/** What bind(2) says of an address of another machine, of a family that is missing here, and of one without its zone. */
const FOREIGN = /^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EINVAL)$/

/** An error in one line that names the variable to set, where the place is not to be had. */
export function placeFault(error: unknown, { port, variables }: Place): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use: end what listens there, or set ${variables.port}.`)
  if (code === 'EACCES') return new Error(`Port ${port} may not be used by this user: set ${variables.port}.`)
  if (UNRESOLVED.test(code))
    return new Error(
      `${variables.host} names a host that is not found (${code}): set it to an address of this machine.`,
    )
  if (FOREIGN.test(code))
    return new Error(`${variables.host} is no address of this machine (${code}): set it to one that it has.`)
  return error
}

/** Checks whether something could listen there. @throws Error in one line when not. */
export async function tryPlace(place: Place): Promise<void> {
  const probe = createListeners(http.createServer())
  await probe.listen(place.port, place.hosts).catch((error) => {
    throw placeFault(error, place)
  })
  await probe.close(() => 0, 0)
}
