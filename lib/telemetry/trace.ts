import { randomUUID } from 'node:crypto'

/** Version, trace, parent, flags (W3C Trace Context §3.2). Later versions may append more fields. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The response header with the request's id. */
export const REQUEST_ID = 'x-request-id'

/** Parses a `traceparent`; null when it is missing or invalid. */
export function parentOf(traceparent: string | null): { traceId: string; spanId: string; traceFlags: number } | null {
  const [, version, traceId, spanId, flags, more] = (traceparent && TRACEPARENT.exec(traceparent)) || []
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

/**
 * The id of a request: the trace id of its sender if it sent one, otherwise a new id.
 * @param traceparent the header of that name, or null.
 * @returns 32 hex digits.
 * @example
 * requestId('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01') // '0af7651916cd43dd8448eb211c80319c'
 */
export const requestId = (traceparent: string | null): string =>
  parentOf(traceparent)?.traceId ?? randomUUID().replaceAll('-', '')

/** A shortened wallet address for logs: enough to find an entry, not enough to identify the wallet. */
export const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
