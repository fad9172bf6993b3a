import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { env } from '@/lib/env'
import { plainAddress } from '@/lib/http/client-address'
import { isLoopback } from '@/lib/url'

// Warnings about future problems: one sentence on the state, one on what to do.

type Settings = Pick<
  ReturnType<typeof env>,
  'PORT' | 'LISTEN_HOST' | 'TRUSTED_PROXY_HOPS' | 'APP_URL' | 'EVIDENCE_DIR' | 'BLOB_READ_WRITE_TOKEN'
>

/** @param origin the site's origin. @param isEmbedded whether the service runs on its own Postgres, for this machine only. */
export function startWarnings(origin: string, settings: Settings, isEmbedded: boolean): string[] {
  return [
    ...addressWarnings(origin, settings, isEmbedded),
    ...listenWarnings(settings, isEmbedded),
    ...storeWarnings(settings),
  ]
}

/** Whoever reaches the service past its proxies is taken for one of them, and says by itself who it is. */
function listenWarnings({ PORT, LISTEN_HOST, TRUSTED_PROXY_HOPS }: Settings, isEmbedded: boolean): string[] {
  if (isEmbedded) {
    if (LISTEN_HOST === undefined) return []
    return ['LISTEN_HOST has no effect without DATABASE_URL: the service listens on this machine only.']
  }
  if (TRUSTED_PROXY_HOPS === 0 || LISTEN_HOST !== undefined) return []
  return [
    `TRUSTED_PROXY_HOPS is ${TRUSTED_PROXY_HOPS}, and the service listens on all interfaces: who reaches port ${PORT} without your proxy chooses its own network address. Set LISTEN_HOST to the address at which the proxy finds the service (127.0.0.1 on the same machine), or to :: where nobody else reaches that port.`,
  ]
}

function storeWarnings({ EVIDENCE_DIR, BLOB_READ_WRITE_TOKEN }: Settings): string[] {
  if (!EVIDENCE_DIR && !BLOB_READ_WRITE_TOKEN)
    return [
      'EVIDENCE_DIR is not set, so no evidence file can be uploaded. Set it to a folder that every instance shares.',
    ]
  if (EVIDENCE_DIR && BLOB_READ_WRITE_TOKEN)
    return [
      'EVIDENCE_DIR is not used beside BLOB_READ_WRITE_TOKEN, so files that are in the folder alone cannot be read. Copy them into the store under their names, then set EVIDENCE_DIR to nothing.',
    ]
  return []
}

function addressWarnings(
  origin: string,
  { PORT, TRUSTED_PROXY_HOPS, APP_URL }: Settings,
  isEmbedded: boolean,
): string[] {
  const { protocol, hostname } = new URL(origin)
  const isOrigin = APP_URL === undefined || new URL(APP_URL).href === `${origin}/`
  const warnings = isOrigin
    ? []
    : [`APP_URL has more than the site's address, which is ${origin}: what follows it has no effect.`]
  if (isLoopback(hostname)) {
    const isForOthers = TRUSTED_PROXY_HOPS > 0 || (!isEmbedded && APP_URL === undefined)
    if (!isForOthers) return warnings
    const why = APP_URL === undefined ? 'APP_URL is not set' : `APP_URL is ${origin}`
    return [
      ...warnings,
      `${why}, so browsers on other machines can read, but not sign in or write. Set it to the address of the site.`,
    ]
  }
  if (isEmbedded) {
    warnings.push(
      `APP_URL is ${origin}, but without DATABASE_URL the service listens on this machine only (port ${PORT}) and has no demo wallets. Set DATABASE_URL to serve others.`,
    )
  }
  if (protocol === 'http:') {
    warnings.push(
      `APP_URL is ${origin}, without TLS: browsers do not keep the session's cookie there, so nobody can sign in on a page. Put a proxy with TLS in front and name its https address.`,
    )
  } else if (TRUSTED_PROXY_HOPS === 0) {
    warnings.push(
      `APP_URL is ${origin}, so a proxy with TLS must stand in front, but TRUSTED_PROXY_HOPS is not set: all clients would count as one network. Set it to the number of your proxies.`,
    )
  }
  return warnings
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateAddresses.addSubnet(network, prefix, familyOf(network))
}

const isPrivate = (address: string) => privateAddresses.check(address, familyOf(address))

/** Any client can send one request with the header; this many mean a proxy. */
const FORWARDED_MIN = 10

/**
 * Detects a proxy in front although `TRUSTED_PROXY_HOPS` is not set: all forwarded requests come from one private address. It
 * warns once.
 */
export function createProxyHint(warn: (line: string) => void, hops: () => number): (request: IncomingMessage) => void {
  let proxy: string | null = null
  let count = 0
  let isOver = false
  return ({ headers, socket }) => {
    if (isOver || headers['x-forwarded-for'] === undefined) return
    const address = plainAddress(socket.remoteAddress ?? '')
    if (hops() > 0 || !address || !isPrivate(address) || (proxy !== null && proxy !== address)) {
      isOver = true
      return
    }
    proxy = address
    count += 1
    if (count < FORWARDED_MIN) return
    isOver = true
    warn(
      `All requests that were forwarded come from ${address}: a proxy stands in front, but TRUSTED_PROXY_HOPS is not set, so all clients count as one network. Set it to the number of your proxies.`,
    )
  }
}
