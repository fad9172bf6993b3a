import type { Route } from '@/lib/api/route'
import type { Matched } from '@/lib/api/serve'
import { ANY_SITE_HEADERS } from '@/lib/api/serve-read'
import type { ApiResponse } from '@/lib/http/message'
import { parseQuery, requireIds } from '@/lib/http/parse'
import { matchesEtag } from '@/lib/http/validators'

/**
 * The bytes of a file that somebody else sent: saved and never shown, whatever is in it. No browser may guess another
 * type, run anything of it, or take the name that it was sent with.
 */
export async function serveDownload(
  route: Extract<Route, { kind: 'download' }>,
  { incoming, params, search }: Matched,
): Promise<ApiResponse> {
  const query = route.endpoint.query ? parseQuery(route.endpoint.query, search) : undefined
  requireIds(params)
  const { name, contentType, sha256, bytes, open } = await route.run({ params, query })
  const etag = `"${sha256}"`
  const headers = {
    ...ANY_SITE_HEADERS,
    'cache-control': 'public, no-cache',
    'content-type': contentType,
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag,
  }
  if (matchesEtag(incoming.header('if-none-match'), etag)) return { status: 304, headers, body: null }
  return { status: 200, headers, body: { bytes, open } }
}
