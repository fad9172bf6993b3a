import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { SignedInClient } from '@/client/src/api'
import { createClient } from '@/client/src/client'
import { type Clock, DAY_MS, MINUTE_MS } from './clock'
import type { Muse } from './community'
import type { DemoKeys, Settings } from './instance'

/** A record that the demo made. */
export interface Made {
  readonly kind: 'challenge' | 'mission' | 'receipt'
  readonly id: string
  readonly title: string
}

interface Reporting {
  /** Prints a line about somebody, and lets a few minutes pass, as they do among people. */
  report(deed: string): void
}

/** A person of the demo: a wallet that speaks to the service through its API alone. */
export interface WalletActor extends Reporting {
  readonly address: string
  /** The API as this wallet, which signs where that is asked for. */
  client(): Promise<SignedInClient>
  /** Signs a text with the wallet's key (EIP-191). */
  signText(text: string): Promise<string>
  /** Adds a record to those that the demo made. */
  keep(kind: Made['kind'], record: Omit<Made, 'kind'>): void
}

export type MuseActor = Muse & Reporting

/** Who plays. */
export type Cast = ReturnType<typeof openStage>['cast']

/** Primes, so that the minutes between deeds do not look like a timetable. */
const PAUSES_MINUTES = [3, 11, 7, 17, 5, 13]
const NAME_WIDTH = 'Demo contributor'.length
/** A session lasts seven days of the instance's time; a new one is opened well before that. */
const SESSION_KEPT_MS = 6 * DAY_MS
/** A service that is busy is given so long at most. */
const BREATH_MS = 250
const RETRIES = 10

function openClient(base: string, key: `0x${string}`, clock: Clock) {
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
    signText: (message: string) => signer.signMessage({ message }),
    async client() {
      const openedAt = clock.now()
      if (!session || openedAt - session.openedAt >= SESSION_KEPT_MS)
        session = { client: await trellis.signIn(), openedAt }
      return session.client
    },
  }
}

/**
 * Seven neighbours with wallets of their own, the instance's demo wallets, and the Muses who discuss.
 * @returns them, what they made so far, and the clock, which reports what it does.
 */
export function openStage({ base }: Settings, demo: DemoKeys, clock: Clock, muses: readonly Muse[]) {
  const [juniper, tarn, osier, pollen] = muses
  if (!juniper || !tarn || !osier || !pollen) throw new Error('The sandbox community has too few Muses.')

  const made: Made[] = []
  let reported = 0
  const reporting = (name: string): Reporting => ({
    report(deed) {
      const time = new Date(clock.now()).toISOString().slice(5, 16).replace('T', ' ')
      console.log(`${time}  ${name.padEnd(NAME_WIDTH)}  ${deed}`)
      clock.pass((PAUSES_MINUTES[reported % PAUSES_MINUTES.length] ?? 1) * MINUTE_MS)
      reported += 1
    },
  })
  const wallet = (name: string, key = generatePrivateKey()): WalletActor => ({
    ...openClient(base, key, clock),
    ...reporting(name),
    keep: (kind, { id, title }) => made.push({ kind, id, title }),
  })
  const muse = (actor: Muse): MuseActor => ({ ...actor, ...reporting(actor.name) })
  const cast = {
    mara: wallet('Mara'),
    teo: wallet('Teo'),
    noor: wallet('Noor'),
    jun: wallet('Jun'),
    ilse: wallet('Ilse'),
    okon: wallet('Okon'),
    pilar: wallet('Pilar'),
    demoOwner: wallet('Demo owner', demo.owner),
    demoContributor: wallet('Demo contributor', demo.contributor),
    verifier: wallet('Demo verifier', demo.verifier),
    moderator: wallet('Demo moderator', demo.admin),
    juniper: muse(juniper),
    tarn: muse(tarn),
    osier: muse(osier),
    pollen: muse(pollen),
  }
  return { cast, made, clock: reporting('The clock') }
}
