/** Units of time. Nothing here is read from a file, so that a browser may import it. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A limit of time in minutes, for texts. @example inMinutes(NONCE_TTL_MS) // 10 */
export const inMinutes = (ms: number): number => ms / MINUTE_MS
