import type { Route } from '@/lib/api/route'
import type { Matched } from '@/lib/api/serve'
import { ANY_SITE_HEADERS } from '@/lib/api/serve-read'
import type { ApiResponse } from '@/lib/http/message'
import { parseQuery, requireIds } from '@/lib/http/parse'
import { matchesEtag } from '@/lib/http/validators'

/**
 * Serves a file that somebody uploaded. The browser saves it and never displays it, whatever it contains. No browser may
 * guess another type, run any part of it, or use the name that it was uploaded with.
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
