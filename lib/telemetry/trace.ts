import { randomUUID } from 'node:crypto'

/** Version, trace, parent, flags (W3C Trace Context §3.2). Later versions may say more behind them. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

/** The header by which an answer tells its request's id. */
export const REQUEST_ID = 'x-request-id'

/**
 * The id of a request: the trace that its sender is in, where it says so, else a new one.
 * @param traceparent the header of that name, or null.
 * @returns 32 hex digits.
 * @example
 * requestId('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01') // '0af7651916cd43dd8448eb211c80319c'
 */
export function requestId(traceparent: string | null): string {
  const [, version, trace, more] = (traceparent && TRACEPARENT.exec(traceparent)) || []
  const isTold = trace !== undefined && (version !== '00' || more === undefined)
  return isTold ? trace : randomUUID().replaceAll('-', '')
}

/** A wallet as logs name it: enough to find, not enough to follow. */
export const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`
