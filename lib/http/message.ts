/**
 * The request and response types between HTTP and the endpoints. Both mounts (the self-hosted server on `node:http`, and
 * Next's route file on Web `Request`/`Response`) translate to them, so everything in between is one pure function:
 * `handle(ApiRequest) → ApiResponse`.
 */

/** A request as an endpoint sees it: only the parts of RFC 9110 that the service reads. */
export interface ApiRequest {
  /** Upper-case method, as sent. */
  readonly method: string
  /** Path and query as sent, e.g. `/api/v1/challenges?limit=5`; never a scheme or host. */
  readonly target: string
  /** A header's value by lower-case name, or null. */
  header(name: string): string | null
  /**
   * Reads the body once.
   * @param bytesMax the cap in bytes; reading stops as soon as it is exceeded.
   * @returns the bytes, or `'too-large'` when the body is longer than the cap.
   */
  readBody(bytesMax: number): Promise<Uint8Array | 'too-large'>
  /**
   * Reads the body once, chunk by chunk, and never holds more than one chunk.
   * @param bytesMax the cap in bytes, compared with the announced length and with the received bytes.
   * @throws BodyTooLarge from the iterator, before or while reading; ClientGone when the client left.
   */
  streamBody(bytesMax: number): AsyncIterable<Uint8Array>
  /** The client's network address (IPv4 or IPv6 text), already resolved from socket or trusted proxies. */
  readonly address: string
  /** The id of the request, where it is another's part: a tool call's is that of its message. */
  readonly id?: string
  /** A signal that aborts once the connection is over. Missing where the mount cannot tell. */
  gone?(): AbortSignal
  /** Told for how many milliseconds the answer waited for a person: that is no slowness. Missing where nobody measures. */
  waited?(ms: number): void
}

/** The body is longer than the cap of `streamBody`. */
export class BodyTooLarge extends Error {}

/** The client disconnected before its body was complete. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection before the body was whole.')
    this.name = 'AbortError'
  }
}

/** A response body that is read while it is sent. */
export interface StreamedBody {
  /** Null when the length is unknown: a stream that stays open. */
  readonly bytes: number | null
  /** Called once, and not at all for `HEAD`. */
  open(): AsyncIterable<Uint8Array>
  /** Called when sending has ended, complete or not. After that, the body must not wait for anything. */
  close?(): void
}

/**
 * The headers of several sources; a later one overrides an earlier one. Every response is merged from four or five, and the
 * V8 of Node 20 copies an object by spread fifteen times as slowly.
 */
export const mergeHeaders = <Value = string>(
  ...sources: readonly Readonly<Record<string, Value>>[]
): Record<string, Value> => Object.assign({}, ...sources)

/** A response before it is written to a socket or wrapped in a Web `Response`. */
export interface ApiResponse {
  readonly status: number
  /** Lower-case header names. Our own server adds `content-length`. */
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | StreamedBody | null
}

/** A response with further headers, which override its own. */
export const addHeaders = (answer: ApiResponse, headers: Readonly<Record<string, string>>): ApiResponse => ({
  ...answer,
  headers: mergeHeaders(answer.headers, headers),
})

export function isStreamed(body: ApiResponse['body']): body is StreamedBody {
  return body !== null && typeof body === 'object' && 'open' in body
}

/** The length of a response body in bytes; null for a chunked one. */
export function bodyBytes(body: ApiResponse['body']): number | null {
  if (body === null) return 0
  return isStreamed(body) ? body.bytes : Buffer.byteLength(body)
}
