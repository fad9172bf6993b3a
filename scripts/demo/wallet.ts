import { setTimeout as pause } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignedInClient } from '@/client/src/api'
import { createClient } from '@/client/src/client'
import { type Clock, DAY_MS } from './clock'

/** A session lasts seven days of the instance's time; a new one is opened well before that. */
const SESSION_KEPT_MS = 6 * DAY_MS
/** A service that is busy is given so long at most. */
const BREATH_MS = 250
const RETRIES = 10

/** A record that the demo made. */
export interface Made {
  readonly kind: 'challenge' | 'mission' | 'receipt'
  readonly id: string
  readonly title: string
}

/** Prints a line about somebody, and lets a few minutes pass, as they do among people. */
export type Report = (deed: string) => void

export type Wallet = ReturnType<typeof openWallet>

/** A wallet that speaks to the service through its API alone. @param made gets the records that it keeps. */
export function openWallet(key: `0x${string}`, base: string, clock: Clock, report: Report, made: Made[]) {
  const signer = privateKeyToAccount(key)
  let session: { readonly client: SignedInClient; readonly openedAt: number } | null = null
  const trellis = createClient({
    base,
    signer,
    retries: RETRIES,
    patienceMs: Number.POSITIVE_INFINITY,
    // Where a limit says to wait, that time passes on the instance's clock.
    async wait(ms) {
      clock.pass(ms + 1000)
      await pause(Math.min(ms, BREATH_MS))
    },
  })
  return {
    address: signer.address,
    report,
    /** The API as this wallet, which signs where that is asked for. */
    async client(): Promise<SignedInClient> {
      const openedAt = clock.now()
      if (!session || openedAt - session.openedAt >= SESSION_KEPT_MS)
        session = { client: await trellis.signIn(), openedAt }
      return session.client
    },
    /** Signs a text with the wallet's key (EIP-191). */
    signText: (message: string) => signer.signMessage({ message }),
    /** Adds a record to those that the demo made. */
    keep: (kind: Made['kind'], { id, title }: Omit<Made, 'kind'>) => void made.push({ kind, id, title }),
  }
}
