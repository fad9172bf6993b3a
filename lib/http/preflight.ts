import type { ApiResponse } from '@/lib/http/message'

/** What other sites are told that they may send with a public read (Fetch Standard, CORS preflight). */
export const PUBLIC_READ_PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  // Of what a page may say beyond the usual, only these have an effect on a public read; the second on a stream.
  'access-control-allow-headers': 'If-None-Match, Last-Event-ID',
  'access-control-max-age': '86400',
}

/** The files beside the API that are made for programs: what describes the service, feeds, and what receipts hold. */
const PROGRAM_FILE = new RegExp(
  `^/(?:${[
    String.raw`\.well-known/trellis\.json`,
    String.raw`\.well-known/oauth-protected-resource(?:/mcp)?`,
    String.raw`llms\.txt`,
    String.raw`(?:challenges|missions)/feed\.xml`,
    String.raw`receipts/[^/]+/receipt\.(?:json|html)`,
  ].join('|')})$`,
)

export const isProgramFile = (path: string): boolean => PROGRAM_FILE.test(path)

/** What a page takes, as `Allow` tells it. */
export const PAGE_METHODS = 'GET, HEAD'
const FILE_METHODS = `${PAGE_METHODS}, OPTIONS`

/** The methods of a path outside the API. */
export const methodsOf = (path: string): string => (isProgramFile(path) ? FILE_METHODS : PAGE_METHODS)

/** The response to `OPTIONS` for such a file, as for a public read of the API (docs/decisions.md#wire). */
export const programFileOptions: ApiResponse = {
  status: 204,
  headers: { 'cache-control': 'no-store', allow: FILE_METHODS, ...PUBLIC_READ_PREFLIGHT },
  body: null,
}
