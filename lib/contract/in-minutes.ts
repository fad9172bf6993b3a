const MINUTE_MS = 60_000

/** A limit of time in minutes, for texts. @example inMinutes(NONCE_TTL_MS) // 10 */
export const inMinutes = (ms: number): number => ms / MINUTE_MS
