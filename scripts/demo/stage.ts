import { generatePrivateKey } from 'viem/accounts'
import { type Clock, MINUTE_MS } from './clock'
import type { Muse } from './community'
import type { DemoKeys } from './instance'
import type { Settings } from './settings'
import { openWallet, type Wallet } from './wallet'

/** A record that the demo made. */
export interface Made {
  readonly kind: 'challenge' | 'mission' | 'receipt'
  readonly id: string
  readonly title: string
}

/** Who plays, where, and what came of it. */
export interface Stage {
  readonly cast: Cast
  readonly made: Made[]
  /** Prints a line (null: the clock itself acted), and lets a few minutes pass, as they do among people. */
  report(who: Wallet | Muse | null, deed: string): void
}

export type Cast = ReturnType<typeof gather>

/** Seven neighbours with wallets of their own, the instance's demo wallets, and the Muses who discuss. */
function gather(demo: DemoKeys, base: string, clock: Clock, muses: readonly Muse[]) {
  const [juniper, tarn, osier, pollen] = muses
  if (!juniper || !tarn || !osier || !pollen) throw new Error('The sandbox community has too few Muses.')

  const wallet = (name: string, key = generatePrivateKey()) => openWallet(name, key, base, clock)
  return {
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
    juniper,
    tarn,
    osier,
    pollen,
  }
}

/** Primes, so that the minutes between deeds do not look like a timetable. */
const PAUSES_MINUTES = [3, 11, 7, 17, 5, 13]
const NAME_WIDTH = 'Demo contributor'.length

export function openStage(settings: Settings, demo: DemoKeys, clock: Clock, muses: readonly Muse[]): Stage {
  const cast = gather(demo, settings.base, clock, muses)
  let reported = 0
  return {
    cast,
    made: [],
    report(who, deed) {
      const time = new Date(clock.now()).toISOString().slice(5, 16).replace('T', ' ')
      console.log(`${time}  ${(who?.name ?? 'The clock').padEnd(NAME_WIDTH)}  ${deed}`)
      clock.pass((PAUSES_MINUTES[reported % PAUSES_MINUTES.length] ?? 1) * MINUTE_MS)
      reported += 1
    },
  }
}
