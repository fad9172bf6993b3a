import type { IncomingHttpHeaders } from 'node:http'
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
