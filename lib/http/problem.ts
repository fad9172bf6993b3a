import { StorageAway } from '@/lib/db/faults'
import { ERROR_STATUS, type ErrorCode, Refusal } from '@/lib/errors'
import type { ApiResponse } from '@/lib/http/message'
import { faultWords, log } from '@/lib/telemetry/log'

export const JSON_TYPE = 'application/json'

/** Headers of every answer of the API: never sniffed, never kept by a cache unless a read says so. */
const BASE_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A JSON answer. @param body the JSON text or its bytes, sent as they are. */
export function json(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { ...BASE_HEADERS, ...headers }, body }
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

const SAME_KEY = 'Send the same request with the same Idempotency-Key again: it acts once.'

/**
 * The one funnel: whatever was thrown becomes an error object that is safe to show.
 * @param isKeyed whether the request carried a key. Nobody can say then that nothing was saved: the request may repeat one
 * that was; and whoever took a new key because of such words would write twice.
 * @param request its id, where it has one.
 */
export function problemOf(fault: unknown, where: string, isKeyed = false, request?: string): ApiResponse {
  if (isKeyed && fault instanceof StorageAway)
    return problem(fault.code, `${fault.lead} ${SAME_KEY}`, fault.field, fault.headers)
  if (fault instanceof Refusal) return problem(fault.code, fault.message, fault.field, fault.headers)
  if (fault instanceof Error && fault.name === 'AbortError')
    return problem('invalid_request', 'The request ended before its body was whole.')
  log().error({ request, operation: where, fault: faultWords(fault) }, 'internal_error')
  return problem('internal_error', 'Something unexpected went wrong. Nothing was saved; try again.')
}

/** A refusal that carries more headers, e.g. what is left of a limit; any other fault as it is. */
export function withHeaders(fault: unknown, headers: Record<string, string>): unknown {
  if (!(fault instanceof Refusal)) return fault
  if (fault instanceof StorageAway) return new StorageAway(fault.lead, { ...headers, ...fault.headers })
  return new Refusal(fault.code, fault.message, fault.field, { ...headers, ...fault.headers })
}
