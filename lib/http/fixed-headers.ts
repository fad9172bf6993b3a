/** The policy of whatever is no page: it never loads, runs or frames anything. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of the build's scripts. One that a page starts as a worker obeys its own (CSP Level 3 §4.2.3): it may load the rest of
 * itself, and can send nothing anywhere.
 */
export const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

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
