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

/** A person of the demo: a wallet that speaks to the service through its API alone. */
export interface Wallet {
  readonly name: string
  readonly address: string
  /** The API as this wallet, which signs where that is asked for. */
  client(): Promise<SignedInClient>
  /** Signs a text with the wallet's key (EIP-191). */
  signText(text: string): Promise<string>
  /** Whether the service lets this wallet verify. */
  isVerifier(): Promise<boolean>
}

export function openWallet(name: string, key: `0x${string}`, base: string, clock: Clock): Wallet {
  const account = privateKeyToAccount(key)
  let session: { readonly client: SignedInClient; readonly openedAt: number } | null = null
  const trellis = createClient({
    base,
    signer: account,
    retries: RETRIES,
    patienceMs: Number.POSITIVE_INFINITY,
    // Where a limit says to wait, that time passes on the instance's clock.
    async wait(ms) {
      clock.pass(ms + 1000)
      await pause(Math.min(ms, BREATH_MS))
    },
  })

  async function client(): Promise<SignedInClient> {
    if (!session || clock.now() - session.openedAt >= SESSION_KEPT_MS) {
      const openedAt = clock.now()
      session = { client: await trellis.signIn(), openedAt }
    }
    return session.client
  }

  return {
    name,
    address: account.address,
    client,
    signText: (message) => account.signMessage({ message }),
    isVerifier: async () => (await client()).session.isVerifier,
  }
}
