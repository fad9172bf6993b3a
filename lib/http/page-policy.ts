interface PagePolicy {
  readonly origin: string
  /** The sources of inline scripts: the hashes of a kept page's (`'sha256-…'`), or the `'nonce-…'` of one made for its reader. */
  readonly inlineScripts: readonly string[]
}

/**
 * The Content-Security-Policy of a page (CSP Level 3).
 *
 * @example
 * pagePolicy({ origin: 'https://trellis.example', inlineScripts: ["'sha256-…'"] })
 */
export function pagePolicy({ origin, inlineScripts }: PagePolicy): string {
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
