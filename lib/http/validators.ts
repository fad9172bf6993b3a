/**
 * Whether the client already has the current response. `If-None-Match` compares weakly (RFC 9110 §13.1.2): a `W/` prefix on
 * either tag is ignored, and `*` matches every response.
 * @param header the request's `If-None-Match`, if any.
 * @param etag the response's `ETag` (RFC 9110 §8.8.3), strong or weak.
 * @returns whether to answer 304.
 * @example
 * matchesEtag('"a", W/"b"', '"b"') // true
 */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
