/**
 * The error codes of the interface (docs/interface.md#errors). A message is a full sentence, says what to do, and contains no
 * data that the caller did not send.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  idempotency_key_required: 428,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** When each code is used, in the words of the interface; shown in the OpenAPI document. */
export const ERROR_MEANING: Record<ErrorCode, string> = {
  invalid_request: 'A field is missing or invalid; `field` names it.',
  unauthenticated: 'No valid wallet session, or the signature does not match.',
  forbidden: "Signed in but not allowed: wrong role, conflict of interest, or another site's origin.",
  not_found: 'No such record, or hidden by a moderator.',
  method_not_allowed: 'That method does not exist on the path.',
  conflict: "The record's state does not allow the action, or a nonce was already used.",
  expired: "A nonce, a link or an agent's request has expired, a file was erased by law, or the record is hidden.",
  payload_too_large: 'The request body is over the limit.',
  unsupported_media_type: 'The body was not sent as `application/json`, or a file not as `multipart/form-data`.',
  idempotency_key_reused: 'The key was already used for a different request.',
  idempotency_key_required: 'A write without an `Idempotency-Key` header.',
  rate_limited: 'Too many requests from the wallet or network; wait and retry.',
  internal_error: 'Unexpected failure; nothing was saved.',
  unavailable:
    'The storage, the platform or the store of files is away, or the service is busy; nothing was saved, or it is not known. The same request with the same key acts once.',
}

/** A refused request. Its transaction is rolled back, so a refused write leaves nothing. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field: string | null = null,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** 400: a field is missing or invalid. @param field the path of the field, e.g. `milestones.0.title`. */
export const invalid = (field: string | null, message: string) => new Refusal('invalid_request', message, field)
/** 401: no valid session, or a signature that does not match. */
export const unauthenticated = (message: string) =>
  new Refusal('unauthenticated', message, null, { 'www-authenticate': 'Bearer' })
/** 403: signed in, but not allowed to do this. */
export const forbidden = (message: string) => new Refusal('forbidden', message)
/** 404: the record does not exist, or a moderator hid it. */
export const notFound = (message: string) => new Refusal('not_found', message)
/** 409: the record's state does not allow the action, or another request was first. */
export const conflict = (message: string) => new Refusal('conflict', message)
/** 410: the nonce expired, or the record to write to is hidden. */
export const expired = (message: string) => new Refusal('expired', message)
/** 503: a service that the request needs is unreachable. */
export const unavailable = (message: string) => new Refusal('unavailable', message, null, { 'retry-after': '2' })
