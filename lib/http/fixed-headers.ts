/** The policy of every response that is not a page: it never loads, runs or frames anything. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of the build's scripts. A script that a page starts as a worker obeys its own policy (CSP Level 3 §4.2.3): it may
 * load its other parts, and cannot send anything anywhere.
 */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of a page (CSP Level 3).
 * @param inlineScripts the sources of inline scripts: hashes (`'sha256-…'`) for a cached page, or the `'nonce-…'` of a page
 *   that is rendered per request.
 * @example
 * pagePolicy({ origin: 'https://trellis.example', inlineScripts: ["'sha256-…'"] })
 */
export function pagePolicy({
  origin,
  inlineScripts,
}: {
  readonly origin: string
  readonly inlineScripts: readonly string[]
}): string {
  const directives: string[][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...inlineScripts],
    ['style-src', "'self'"],
    // Wallets provide their icons as data URLs (EIP-6963).
    ['img-src', "'self'", 'data:'],
    ['connect-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ]
  if (origin.startsWith('https:')) directives.push(['upgrade-insecure-requests'])
  return directives.map((words) => words.join(' ')).join('; ')
}

/** Constant headers of every response. */
export function fixedHeaders(origin: string): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  if (origin.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000'
  return headers
}

/** The constant headers with those for JSON and files, which never load anything and are never framed. */
export function fixedApiHeaders(origin: string): Record<string, string> {
  return { ...fixedHeaders(origin), 'content-security-policy': FILE_POLICY }
}
