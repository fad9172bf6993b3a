import { randomUUID } from 'node:crypto'

/** Version, trace, parent, flags (W3C Trace Context §3.2). Later versions may say more behind them. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The header by which an answer tells its request's id. */
export const REQUEST_ID = 'x-request-id'

/** What a `traceparent` says; null where it says nothing that is understood. */
export function parentOf(traceparent: string | null): { traceId: string; spanId: string; traceFlags: number } | null {
  const [, version, traceId, spanId, flags, more] = (traceparent && TRACEPARENT.exec(traceparent)) || []
  if (!traceId || !spanId || !flags || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

/**
 * The id of a request: the trace that its sender is in, where it says so, else a new one.
 * @param traceparent the header of that name, or null.
 * @returns 32 hex digits.
 * @example
 * requestId('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01') // '0af7651916cd43dd8448eb211c80319c'
 */
export const requestId = (traceparent: string | null): string =>
  parentOf(traceparent)?.traceId ?? randomUUID().replaceAll('-', '')

/** A wallet as logs name it: enough to find, not enough to follow. */
export const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
