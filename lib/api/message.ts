/**
 * The two shapes between HTTP and the endpoints. Both mounts (the self-hosted front over `node:http` and Next's
 * route file over Web `Request`/`Response`) translate to them, so that everything in between is one pure function:
 * `answer(incoming) → Answer`.
 */

/** A request as an endpoint sees it: the parts of RFC 9110 that the service reads, and nothing else. */
export interface Incoming {
  /** Upper-case method, as sent. */
  readonly method: string
  /** Path and query as sent, e.g. `/api/v1/challenges?limit=5`; never a scheme or host. */
  readonly target: string
  /** A header's value by lower-case name, or null. */
  header(name: string): string | null
  /**
   * Reads the body once.
   * @param bytesMax the cap in bytes; reading stops as soon as it is passed.
   * @returns the bytes, or `'too-large'` when the body is longer than the cap.
   */
  readBody(bytesMax: number): Promise<Uint8Array | 'too-large'>
  /** The client's network address (IPv4 or IPv6 text), already resolved from socket or trusted proxies. */
  readonly address: string
}

/** A response before it is written to a socket or wrapped in a Web `Response`. */
export interface Answer {
  readonly status: number
  /** Lower-case header names. `content-length` is the mount's to add. */
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
}
