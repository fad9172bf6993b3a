import { appUrl } from '@/lib/env'
import { forbidden } from '@/lib/errors'
import type { ApiRequest } from '@/lib/http/message'
import { isLoopback, parseUrl } from '@/lib/url'

/** The site's own origin, or on loopback the same port under another of loopback's names. */
function isOwnOrigin(origin: string): boolean {
  const own = new URL(appUrl())
  if (origin === own.origin) return true
  const other = parseUrl(origin)
  return (
    other !== null &&
    isLoopback(own.hostname) &&
    isLoopback(other.hostname) &&
    other.port === own.port &&
    other.protocol === own.protocol
  )
}

/**
 * Refuses a write that a page of another site asked for. A client that is no browser sends neither header and passes.
 * `Origin` is compared with `APP_URL`, never with `Host`; `Origin: null` is another site's (Fetch Standard).
 */
export function refuseOtherSites(incoming: ApiRequest): void {
  const origin = incoming.header('origin')
  const crossSite = incoming.header('sec-fetch-site') === 'cross-site'
  if (crossSite || (origin !== null && !isOwnOrigin(origin))) {
    throw forbidden('Requests from another site are refused.')
  }
}
