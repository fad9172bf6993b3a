/** A key of the service that the reader knows, with the period in which it signed (ISO 8601); null for an open end. */
export interface KeyPeriod {
  readonly publicKey: string
  readonly since: string | null
  readonly until: string | null
}

/** A key with an unknown period. */
export const anyTime = (publicKey: string): KeyPeriod => ({ publicKey, since: null, until: null })
