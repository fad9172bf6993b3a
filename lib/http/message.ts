/**
 * The two shapes between HTTP and the endpoints. Both mounts (the self-hosted server over `node:http` and Next's
 * route file over Web `Request`/`Response`) translate to them, so that everything in between is one pure function:
 * `handle(ApiRequest) → ApiResponse`.
 */

/** A request as an endpoint sees it: the parts of RFC 9110 that the service reads, and nothing else. */
export interface ApiRequest {
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
  /**
   * Reads the body once, piece by piece, without ever holding more than a piece of it.
   * @param bytesMax the cap in bytes, held against the announced length and against what comes.
   * @throws BodyTooLarge from the iterator, before or while reading; ClientGone when the client left.
   */
  streamBody(bytesMax: number): AsyncIterable<Uint8Array>
  /** The client's network address (IPv4 or IPv6 text), already resolved from socket or trusted proxies. */
  readonly address: string
}

/** The body is longer than the cap of `streamBody`. */
export class BodyTooLarge extends Error {}

/** The client went away before its body was whole; there is nobody to answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection before the body was whole.')
    this.name = 'AbortError'
  }
}

/** A body that is read only while it is sent. */
export interface StreamedBody {
  /** Null where nobody knows: a stream that goes on. */
  readonly bytes: number | null
  /** Called once, and not at all for `HEAD`. */
  open(): AsyncIterable<Uint8Array>
  /** Called once it is sent, whole or not; and then it may not wait for anything any more. */
  close?(): void
}

/** A response before it is written to a socket or wrapped in a Web `Response`. */
export interface ApiResponse {
  readonly status: number
  /** Lower-case header names. `content-length` is the mount's to add. */
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | StreamedBody | null
}

/** Whether a body is one that is read while it is sent. */
export function isStreamed(body: ApiResponse['body']): body is StreamedBody {
  return body !== null && typeof body === 'object' && 'open' in body
}
