import type { ErrorCode } from './generated/types'

export type { ErrorCode }

/**
 * An error response of the service, or a failed request. `code` is the API's error code, or `network` when the service
 * could not be reached. `field` is the path of the wrong field: `milestones.0.title`.
 */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 for `network`, and for a redirect in a browser. */
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

/** The error of an error response. */
export function errorOf(status: number, headers: Pick<Headers, 'get'>, answer: unknown): ApiError {
  const refusal = isErrorBody(answer)
    ? answer.error
    : { code: 'internal_error' as const, message: 'The service gave no readable answer.', field: null }
  const { code, message, field } = refusal
  return new ApiError(status, code, message, field, secondsOf(headers.get('retry-after')), headers.get('x-request-id'))
}

/** Whether it is the API's error object, and not what a proxy in between says. */
function isErrorBody(answer: unknown): answer is { error: { code: ErrorCode; message: string; field: string | null } } {
  const { code, message, field } = Object(Object(answer).error)
  const names = field === null || typeof field === 'string'
  return typeof code === 'string' && typeof message === 'string' && names
}
