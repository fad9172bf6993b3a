import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isNextInternal } from '../pages/next'

// Headers that proxies send to the server behind them. A client could use them to fake its address or the site's name.
const OF_PROXIES =
  /^(?:x-forwarded-|x-original-|x-rewrite-|x-http-method)|^(?:forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * What asks for a part of a file, and what guards such a request (RFC 9110 §13.1, §14.2). A part is optional to a server. Next's
 * answers to those that cannot be met, 412 and 416, need pages of its other router, which the site has not, and become 500.
 */
const OF_PARTS = ['range', 'if-range', 'if-match', 'if-unmodified-since'] as const

/**
 * Prepares a request's headers for Next: removes those that a client must not set or Next cannot answer, and adds the site's
 * address.
 * @param headers changed in place.
 * @param origin the site's origin.
 * @param address the client's network address.
 */
export function sanitiseHeaders(headers: IncomingHttpHeaders, origin: string, address: string): void {
  for (const name in headers) {
    if (OF_PROXIES.test(name) || isNextInternal(name)) delete headers[name]
  }
  for (const name of OF_PARTS) delete headers[name]
  const site = new URL(origin)
  headers['x-forwarded-host'] = site.host
  headers['x-forwarded-proto'] = site.protocol.slice(0, -1)
  headers['x-forwarded-port'] = site.port || (site.protocol === 'https:' ? '443' : '80')
  headers['x-forwarded-for'] = address
}

/** A name, an IPv4 address or an IPv6 address, and a port (RFC 3986 §3.2.2, without names that no web host has). */
const HOST = /^(?:[\w.~-]{1,253}|\[[\dA-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** The number of headers with a name; `headers` keeps only the first. */
function countOf(request: IncomingMessage, name: string): number {
  const { rawHeaders } = request
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1
  }
  return count
}

/**
 * The fault of a request's host (RFC 9112 §3.2): missing, repeated or invalid; null for none. The host has no effect here, but
 * a proxy in front or Next behind us might read another one.
 * @param authority the host of an absolute request target; it replaces the header.
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
