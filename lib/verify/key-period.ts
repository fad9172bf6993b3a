/** A key of the service, as the reader knows it, with the time in which it signed (ISO 8601); null where that is open. */
export interface KeyPeriod {
  readonly publicKey: string
  readonly since: string | null
  readonly until: string | null
}

/** A key of which no period is known. */
export const anyTime = (publicKey: string): KeyPeriod => ({ publicKey, since: null, until: null })
