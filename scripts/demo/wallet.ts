import { setTimeout as pause } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignedInClient } from '@/client/src/api'
import { createClient } from '@/client/src/client'
import { DAY_MS } from '@/lib/durations'
import type { Clock } from './clock'

/** A session lasts seven days of the instance's time; a new one replaces it earlier. */
const SESSION_KEPT_MS = 6 * DAY_MS
/** Longest real wait before a retry. */
const BREATH_MS = 250
const RETRIES = 10

/** A record that the demo made. */
export interface Made {
  readonly kind: 'challenge' | 'mission' | 'receipt'
  readonly id: string
  readonly title: string
}

/** Prints a line about an actor and moves the clock by a few minutes. */
export type Report = (deed: string) => void

export type Wallet = ReturnType<typeof openWallet>

/** Opens a wallet that uses only the public API. @param made receives the records that it keeps. */
export function openWallet(key: `0x${string}`, base: string, clock: Clock, report: Report, made: Made[]) {
  const signer = privateKeyToAccount(key)
  let session: { readonly client: SignedInClient; readonly openedAt: number } | null = null
  const trellis = createClient({
    base,
    signer,
    retries: RETRIES,
    patienceMs: Number.POSITIVE_INFINITY,
    // A rate limit's wait passes on the instance's clock.
    async wait(ms) {
      clock.pass(ms + 1000)
      await pause(Math.min(ms, BREATH_MS))
    },
  })
  return {
    address: signer.address,
    report,
    /** The API, signed in as this wallet. */
    async client(): Promise<SignedInClient> {
      const openedAt = clock.now()
      if (!session || openedAt - session.openedAt >= SESSION_KEPT_MS)
        session = { client: await trellis.signIn(), openedAt }
      return session.client
    },
    /** Signs a text with the wallet's key (EIP-191). */
    signText: (message: string) => signer.signMessage({ message }),
    /** Adds a record to the summary of the demo. */
    keep: (kind: Made['kind'], { id, title }: Omit<Made, 'kind'>) => void made.push({ kind, id, title }),
  }
}
