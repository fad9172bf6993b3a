import { SAME_KEY } from '@/lib/contract/same-key'
import { StorageAway } from '@/lib/db/faults'
import { ERROR_STATUS, type ErrorCode, Refusal } from '@/lib/errors'
import { type ApiResponse, mergeHeaders } from '@/lib/http/message'
import { logBounded } from '@/lib/telemetry/bounded-log'
import { faultWords } from '@/lib/telemetry/log'

export const JSON_TYPE = 'application/json'

/** Headers of every API response: never sniffed, and never cached unless a read allows it. */
const BASE_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A JSON response. @param body the JSON text or its bytes, sent unchanged. */
export function json(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: mergeHeaders(BASE_HEADERS, headers), body }
}

/** The error object of the interface (docs/interface.md#errors): `{ error: { code, message, field } }`. */
export function problem(
  code: ErrorCode,
  message: string,
  field: string | null = null,
  headers: Record<string, string> = {},
): ApiResponse {
  return json(ERROR_STATUS[code], JSON.stringify({ error: { code, message, field } }), headers)
}

/**
 * Turns anything thrown into an error response that is safe to show.
 * @param isKeyed whether the request had a key. Then the message must not say that nothing was saved: the request may repeat
 *   one that was saved, and a client that retried with a new key would write twice.
 * @param request the request's id, if any.
 */
export function problemOf(fault: unknown, where: string, isKeyed = false, request?: string): ApiResponse {
  if (isKeyed && fault instanceof StorageAway)
    return problem(fault.code, `${fault.lead} ${SAME_KEY}`, fault.field, fault.headers)
  if (fault instanceof Refusal) return problem(fault.code, fault.message, fault.field, fault.headers)
  if (fault instanceof Error && fault.name === 'AbortError')
    return problem('invalid_request', 'The request ended before its body was whole.')
  logBounded('error', { request, operation: where, fault: faultWords(fault) }, 'internal_error')
  return problem('internal_error', 'Something unexpected went wrong. Nothing was saved; try again.')
}

/** Adds headers to a refusal, e.g. the rest of a limit; returns any other fault unchanged. */
export function withHeaders(fault: unknown, headers: Record<string, string>): unknown {
  if (!(fault instanceof Refusal)) return fault
  if (fault instanceof StorageAway) return new StorageAway(fault.lead, { ...headers, ...fault.headers })
  return new Refusal(fault.code, fault.message, fault.field, { ...headers, ...fault.headers })
}
