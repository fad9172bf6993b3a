/**
 * A URL as the WHATWG parser reads it, or null where it is none.
 *
 * In the place of `URL.canParse`, which Node 20 answers wrongly once it is compiled: it takes the bytes of a text beyond
 * ASCII for UTF-8, says yes, and `new URL` throws all the same (tests/unit/parse-url.test.ts).
 * @param base what a relative reference is resolved against.
 * @example
 * parseUrl('/p/42', 'https://example.org')?.href // 'https://example.org/p/42'
 * parseUrl('not a URL') // null
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the hostname of a URL names the very machine that reads it. @example isLoopback('[::1]') // true */
export function isLoopback(hostname: string): boolean {
  return NAMES.has(hostname)
}
