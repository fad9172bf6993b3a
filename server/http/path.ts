import { MCP_PATH } from '@/lib/mcp/protected-resource'

/** Where a request goes, judged by its target alone. */
export interface RequestTarget {
  readonly area: 'api' | 'page'
  /** Path and query, never a scheme or host. */
  readonly target: string
  /** The host that the absolute form names (RFC 9112 §3.2.2), in the place of the Host header; else null. */
  readonly authority: string | null
  /** False when the path is malformed or is not spelt as a well-behaved client spells it; then it names nothing. */
  readonly clean: boolean
}

// What nearly every API request looks like, so that the careful way below is rarely taken. No segment starts with a dot.
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

/** The path as a lenient server might understand it: decoded, with forward slashes, without empty and dot segments. */
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

/** Whether the endpoints or the MCP server answer it: they stand beside the pages. */
function isOurs(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === MCP_PATH
}

/**
 * Sorts a request target (RFC 9112 §3.2) into API (the MCP server included) or page. Whatever any server could take for
 * such a path counts as API, so that no spelling slips past the HTTP server to the pages.
 * @param url the target as the request line has it.
 */
export function parseTarget(url: string): RequestTarget {
  if (PLAIN_API.test(url)) return { area: 'api', target: url, authority: null, clean: true }
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url)
  const relative = url.slice(absolute?.[0].length ?? 0)
  const target = relative === '' || relative.startsWith('?') ? `/${relative}` : relative
  const raw = /^[^?#]*/.exec(target)?.[0] ?? ''
  const decoded = decode(raw)
  // A malformed escape hides nothing: the rest of the path is still looked at.
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
