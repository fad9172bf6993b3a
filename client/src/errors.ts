import type { ErrorCode } from './generated/types'

export type { ErrorCode }

/**
 * A refusal of the service, or why there was no answer. `code` says which of the API's refusals it is; `network` that the
 * service could not be reached. `field` names the field that is wrong, by its path: `milestones.0.title`.
 */
export class ApiError extends Error {
  constructor(
    /** The status of HTTP; 0 for `network`. */
    readonly status: number,
    readonly code: ErrorCode | 'network',
    message: string,
    readonly field: string | null = null,
    /** Seconds to wait before another try, where the service said so. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** The fault of a service that cannot be reached. */
export const unreachable = (): ApiError =>
  new ApiError(0, 'network', 'The service cannot be reached. Check your connection and try again.')

/** The seconds in a `Retry-After` (RFC 9110 §10.2.3): so many, or until a date; null where there are none. */
const secondsOf = (retryAfter: string | null): number | null =>
  Number(retryAfter) || Math.max(0, Math.ceil((Date.parse(retryAfter ?? '') - Date.now()) / 1000)) || null

/** What a refusal says. @param retryAfter the header of that name. */
export function errorOf(status: number, retryAfter: string | null, answer: unknown): ApiError {
  const told = isErrorBody(answer)
    ? answer.error
    : { code: 'internal_error' as const, message: 'The service gave no readable answer.', field: null }
  return new ApiError(status, told.code, told.message, told.field, secondsOf(retryAfter))
}

function isErrorBody(answer: unknown): answer is { error: { code: ErrorCode; message: string; field: string | null } } {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'object'
}
