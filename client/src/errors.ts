import type { ErrorCode } from './generated/types'

export type { ErrorCode }

/**
 * An error response of the service, or a failed request. `code` is the API's error code, or `network` when there was
 * no answer that tells what was done. `field` is the path of the wrong field: `milestones.0.title`.
 */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 without an answer, and for a redirect in a browser. */
    readonly status: number,
    readonly code: ErrorCode | 'network',
    message: string,
    readonly field: string | null = null,
    /** Seconds to wait before a retry, if the service sent them. */
    readonly retryAfterSeconds: number | null = null,
    /** Names the request in the service's log, if it was answered. */
    readonly requestId: string | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** The error for a service that cannot be reached. */
export const unreachable = (): ApiError =>
  new ApiError(0, 'network', 'The service cannot be reached. Check your connection and try again.')

/** The error for a write that was answered with a redirect. */
export const movedAway = (status: number): ApiError =>
  new ApiError(
    status,
    'internal_error',
    'The service redirects to another address. Give the client that one as `base`.',
  )

/** The seconds of a `Retry-After` header (RFC 9110 §10.2.3), given as seconds or as a date; null without one. */
const secondsOf = (retryAfter: string | null): number | null =>
  Number(retryAfter) || Math.max(0, Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1000)) || null

/** What a program is told after an answer that is not the service's own. It ends the error's message; a page has words of its own. */
export const NOT_KNOWN = 'What was saved is not known.'

/** With these nothing was saved. A 503 may be that of a commit whose outcome is not known, and any of 5xx that of a proxy. */
export const NOTHING_SAVED: readonly number[] = [408, 429]

/** The codes of refusals that have one meaning everywhere, whoever gives them (RFC 9110 §15.5, RFC 6585 §4). */
const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

/** What is known of an answer that is not the service's own: that of a proxy, or of a network that asks for a sign-in. */
function foreign(status: number, isRead: boolean) {
  const refused = REFUSALS[status]
  if (refused)
    return { code: refused, message: `Something on the way to the service refused this (${status}).`, field: null }
  const code = status >= 500 ? ('unavailable' as const) : ('network' as const)
  const message = 'The service gave no readable answer.'
  const isKnown = isRead || NOTHING_SAVED.includes(status)
  return { code, message: isKnown ? message : `${message} ${NOT_KNOWN}`, field: null }
}

/** The error of an error response, or of an answer that is none of the API's. */
export function errorOf(status: number, headers: Pick<Headers, 'get'>, answer: unknown, isRead = false): ApiError {
  const { code, message, field } = isErrorBody(answer) ? answer.error : foreign(status, isRead)
  return new ApiError(status, code, message, field, secondsOf(headers.get('retry-after')), headers.get('x-request-id'))
}

/** Whether it is the API's error object, and not what a proxy in between says. */
function isErrorBody(answer: unknown): answer is { error: { code: ErrorCode; message: string; field: string | null } } {
  const { code, message, field } = Object(Object(answer).error)
  const names = field === null || typeof field === 'string'
  return typeof code === 'string' && typeof message === 'string' && names
}
