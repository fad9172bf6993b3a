import { MCP_PATH } from '@/lib/mcp/protected-resource'

/** The destination of a request, derived from its target alone. */
export interface RequestTarget {
  readonly area: 'api' | 'page'
  /** Path and query, never a scheme or host. */
  readonly target: string
  /** The host in an absolute request target (RFC 9112 §3.2.2), which replaces the Host header; otherwise null. */
  readonly authority: string | null
  /** False when the path is malformed or not in the usual spelling; then it does not exist. */
  readonly clean: boolean
}

// A fast path for nearly all API requests; the careful parsing below is rarely needed. No segment starts with a dot.
const PLAIN_API = /^\/api(?:\/[\w~-][\w.~-]*)*\/?(?:\?[^#]*)?$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The path as a lenient server might interpret it: decoded, with forward slashes, without empty and dot segments. */
function normalisePath(path: string): string {
  const kept: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** The path of a target, without its query. */
export const pathOf = (target: string): string => /^[^?]*/.exec(target)?.[0] ?? target

/** Whether the API or the MCP server answers a path. */
function isOurs(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === MCP_PATH
}

/**
 * Classifies a request target (RFC 9112 §3.2) as API (including the MCP server) or page. Every spelling that some server could
 * interpret as an API path counts as API, so that none slips through to the pages.
 * @param url the target from the request line.
 */
export function parseTarget(url: string): RequestTarget {
  if (PLAIN_API.test(url)) return { area: 'api', target: url, authority: null, clean: true }
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url)
  const relative = url.slice(absolute?.[0].length ?? 0)
  const target = relative === '' || relative.startsWith('?') ? `/${relative}` : relative
  const raw = /^[^?#]*/.exec(target)?.[0] ?? ''
  const decoded = decode(raw)
  // Also check a path with a malformed escape.
  const understood = normalisePath(decoded ?? raw.replace(/%2f/gi, '/').replace(/%5c/gi, '\\'))
  const area = isOurs(raw) || isOurs(understood) ? 'api' : 'page'
  const clean =
    decoded !== null &&
    raw.startsWith('/') &&
    !/\/\/|\\/.test(raw) &&
    !target.includes('#') &&
    !/(?:^|[\\/])\.\.?(?:[\\/]|$)/.test(decoded) &&
    !CONTROL.test(decoded) &&
    (area === 'page' || isOurs(raw))
  return { area, target, authority: absolute?.[1] ?? null, clean }
}
