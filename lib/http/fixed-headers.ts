/** The policy of whatever is no page: it never loads, runs or frames anything. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of the build's scripts. One that a page starts as a worker obeys its own (CSP Level 3 §4.2.3): it may load the rest of
 * itself, and can send nothing anywhere.
 */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of a page (CSP Level 3).
 * @param inlineScripts the sources of inline scripts: the hashes of a kept page's (`'sha256-…'`), or the `'nonce-…'` of one
 *   made for its reader.
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
    // Wallets bring their icons as data URLs (EIP-6963).
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

/** Headers that never change, on every answer of this service. */
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

/** The same and what only JSON and files need: such an answer is never a document that loads or is framed. */
export function fixedApiHeaders(origin: string): Record<string, string> {
  return { ...fixedHeaders(origin), 'content-security-policy': FILE_POLICY }
}
