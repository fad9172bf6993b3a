import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isNextInternal } from '../pages/next'

// What proxies say to the server behind them. From a client these are lies that move its address or the site's name.
const OF_PROXIES =
  /^(?:x-forwarded-|x-original-|x-rewrite-|x-http-method)|^(?:forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Makes a request's headers fit for Next: drops what a client must not say and tells it where the site is.
 * @param headers changed in place.
 * @param origin the site's origin.
 * @param address the client's network address.
 */
export function sanitiseHeaders(headers: IncomingHttpHeaders, origin: string, address: string): void {
  for (const name in headers) {
    if (OF_PROXIES.test(name) || isNextInternal(name)) delete headers[name]
  }
  const site = new URL(origin)
  headers['x-forwarded-host'] = site.host
  headers['x-forwarded-proto'] = site.protocol.slice(0, -1)
  headers['x-forwarded-port'] = site.port || (site.protocol === 'https:' ? '443' : '80')
  headers['x-forwarded-for'] = address
}

/** A name, an IPv4 address or an IPv6 address, and a port (RFC 3986 §3.2.2, without what no host of the web is called). */
const HOST = /^(?:[\w.~-]{1,253}|\[[\dA-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** How often a request has the header; `headers` keeps the first alone. */
function countOf(request: IncomingMessage, name: string): number {
  const { rawHeaders } = request
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1
  }
  return count
}

/**
 * What is wrong with the host that a request names (RFC 9112 §3.2): missing, named twice or no host. Which host it is
 * moves nothing here, but what stands before or behind us might read another one.
 * @param authority the host of an absolute form, which counts in the place of the header, and then stands in it.
 */
export function hostFault(request: IncomingMessage, authority: string | null): string | null {
  const { headers, httpVersion } = request
  if (countOf(request, 'host') > 1) return 'There is more than one Host header.'
  if (headers.host === undefined && httpVersion === '1.1') return 'The Host header is missing.'
  if (headers.host !== undefined && !HOST.test(headers.host)) return 'The Host header names no host.'
  if (authority === null) return null
  if (!HOST.test(authority)) return 'The request target names no host.'
  headers.host = authority
  return null
}
