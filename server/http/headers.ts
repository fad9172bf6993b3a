import type { IncomingHttpHeaders } from 'node:http'

// What proxies and Next say to each other. From a client they are lies that move its address, the site's name or Next's routing.
const INTERNAL =
  /^(?:x-forwarded-|x-middleware-|x-nextjs-|x-next-|x-invoke-|x-vercel-|x-now-|x-original-|x-rewrite-|x-http-method)|^(?:forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-matched-path|x-prerender-revalidate|x-prerender-bypass|next-resume|next-action|x-action-.*)$/

/**
 * Makes a request's headers fit for Next: drops what a client must not say and tells it where the site is.
 * @param headers changed in place.
 * @param origin the site's origin.
 * @param address the client's network address.
 */
export function sanitiseHeaders(headers: IncomingHttpHeaders, origin: string, address: string): void {
  for (const name in headers) {
    if (INTERNAL.test(name)) delete headers[name]
  }
  const site = new URL(origin)
  headers['x-forwarded-host'] = site.host
  headers['x-forwarded-proto'] = site.protocol.slice(0, -1)
  headers['x-forwarded-port'] = site.port || (site.protocol === 'https:' ? '443' : '80')
  headers['x-forwarded-for'] = address
}
