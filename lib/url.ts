/**
 * A URL as the WHATWG parser reads it, or null when the text is not a URL.
 *
 * It replaces `URL.canParse`, which is wrong in Node 20 once V8 has compiled it: it reads non-ASCII text as UTF-8 bytes and
 * returns true, although `new URL` throws (tests/unit/parse-url.test.ts).
 * @param base the base of a relative reference.
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

/** Whether a URL's hostname is a loopback name. @example isLoopback('[::1]') // true */
export function isLoopback(hostname: string): boolean {
  return NAMES.has(hostname)
}
