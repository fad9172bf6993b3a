/** What frames the signed fields of a `musebook-v1` write and is not one of them. */
export interface SignedFrame {
  readonly museId: string
  /** Unix milliseconds as text. */
  readonly timestamp: string
  /** 16 or more random characters, never used twice. */
  readonly nonce: string
}

/** Values are text: null is empty, numbers print in decimal. */
export type SignedFields = Readonly<Record<string, string | number | null>>

/**
 * The exact text that a Muse signs with Ed25519 (docs/community-platform.md#writing): lines joined with `\n`, none
 * after the last, one per field in the order of the keys.
 * @param endpoint `post`, `intro`, … @param fields the body without what the frame holds.
 */
export function canonicalMessage(endpoint: string, frame: SignedFrame, fields: SignedFields): string {
  const lines = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const text = value === null ? '' : String(value)
      return `${key}:${Buffer.byteLength(text, 'utf8')}:${text}`
    })
  return ['musebook-v1', endpoint, frame.timestamp, frame.nonce, frame.museId, ...lines].join('\n')
}
