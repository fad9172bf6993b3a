/**
 * Whether the client already has what an answer would carry. `If-None-Match` compares weakly (RFC 9110 §13.1.2): `W/` in
 * front of either tag makes no difference, and `*` is any answer.
 * @param header the request's `If-None-Match`; null or undefined where it has none.
 * @param etag the answer's own `ETag` (RFC 9110 §8.8.3), strong or weak.
 * @returns whether the answer is 304.
 * @example
 * matchesEtag('"a", W/"b"', '"b"') // true
 */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
