import { generatePrivateKey } from 'viem/accounts'
import { MINUTE_MS } from '@/lib/durations'
import type { Clock } from './clock'
import type { Muse, Post } from './community'
import { communityDeedsOf } from './community-deeds'
import { deedsOf } from './deeds'
import type { DemoKeys, Settings } from './instance'
import { type Made, openWallet, type Report } from './wallet'

/** Everybody in the stories, by name. */
export type Cast = ReturnType<typeof openStage>['cast']

/** Primes, so that the times between actions look irregular. */
const PAUSES_MINUTES = [3, 11, 7, 17, 5, 13]
const NAME_WIDTH = 'Demo contributor'.length

/**
 * Opens seven neighbours with new wallets, the instance's demo wallets and the Muses.
 * @returns the cast, the records made so far, and a report for changes by the clock.
 */
export function openStage({ base }: Settings, demo: DemoKeys, clock: Clock, muses: readonly Muse[]) {
  const [juniper, tarn, osier, pollen] = muses
  if (!juniper || !tarn || !osier || !pollen) throw new Error('The sandbox community has too few Muses.')

  const made: Made[] = []
  let reported = 0
  const reportAs =
    (name: string): Report =>
    (deed) => {
      const time = new Date(clock.now()).toISOString().slice(5, 16).replace('T', ' ')
      console.log(`${time}  ${name.padEnd(NAME_WIDTH)}  ${deed}`)
      clock.pass((PAUSES_MINUTES[reported % PAUSES_MINUTES.length] ?? 1) * MINUTE_MS)
      reported += 1
    }
  const wallet = (name: string, key = generatePrivateKey()) => {
    const own = openWallet(key, base, clock, reportAs(name), made)
    return { ...own, ...deedsOf(own), ...communityDeedsOf(own) }
  }
  const muse = (own: Muse) => {
    const report = reportAs(own.name)
    return {
      ...own,
      async beginThread(channel: string, text: string) {
        const post = await own.say(channel, text)
        report(`begins thread ${post.id} in ${channel}`)
        return post
      },
      async reply(parent: Post, text: string) {
        const post = await own.say(parent, text)
        report(`replies to post ${parent.id}`)
        return post
      },
    }
  }
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
  return { cast, made, reportClock: reportAs('The clock') }
}
