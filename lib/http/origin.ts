import { appUrl } from '@/lib/env'
import { forbidden } from '@/lib/errors'
import type { ApiRequest } from '@/lib/http/message'
import { isLoopback, parseUrl } from '@/lib/url'

/** Whether an origin is the site's own. On loopback, another loopback name with the same port counts too. */
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
 * Refuses a write from a page of another site. A client that is not a browser sends neither header and passes. `Origin` is
 * compared with `APP_URL`, never with `Host`; `Origin: null` belongs to another site (Fetch Standard).
 */
export function refuseOtherSites(incoming: ApiRequest): void {
  const origin = incoming.header('origin')
  const crossSite = incoming.header('sec-fetch-site') === 'cross-site'
  if (crossSite || (origin !== null && !isOwnOrigin(origin))) {
    throw forbidden('Requests from another site are refused.')
  }
}
