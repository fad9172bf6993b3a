import { encodeCursor } from '@/lib/contract/cursor'
import { challengeIn, missionIn, walletAt, walletsFor } from '../data/generate'
import { idOf } from '../data/ids'
import { LARGE, SMALL } from '../data/sizes'
import { BUSY_TOKEN, busyAccount, VERIFIER_TOKEN, verifierAccount } from '../support/environment'
import { startFront } from '../support/front'
import { ratioFigure } from '../support/report'
import { median } from '../support/stats'
import type { Bench, Case } from './case'

const REQUESTS = 10
const ROUNDS = 30
/** A read slower than this has missed its budget anyway: it is asked less often. */
const SLOW_MS = 50
const SLOW_REQUESTS = 2
const SLOW_ROUNDS = 5

/** What somebody signed in asks for. */
interface OwnRead {
  readonly target: string
  readonly token: string
}
/** A read as it is asked of a database with so many records: always spread over the whole table. */
type Ask = (records: number, turn: number) => string | OwnRead

const spread = (records: number, turn: number) => 1 + ((turn * 7919) % (records / 10))
const wallet = (records: number, turn: number) => walletAt((turn * 31) % walletsFor(records))

const toDo = (token: string): OwnRead => ({ target: '/api/v1/me', token })

const READS: Readonly<Record<string, Ask>> = {
  'single challenge': (n, turn) =>
    `/api/v1/challenges/${idOf('challenge', challengeIn('DECISION_VERIFIED', spread(n, turn)))}`,
  'single mission': (n, turn) => `/api/v1/missions/${idOf('mission', missionIn('COMPLETED', spread(n, turn)))}`,
  receipt: (n, turn) => `/api/v1/receipts/${idOf('receipt', missionIn('COMPLETED', spread(n, turn)))}`,
  'wallet’s Seeds': (n, turn) => `/api/v1/rewards/wallet/${wallet(n, turn)}`,
  'challenges, first page': () => '/api/v1/challenges',
  'challenges, a page in the middle': (n, turn) =>
    `/api/v1/challenges?cursor=${encodeCursor(idOf('challenge', n / 2 + turn))}`,
  'challenges by state': () => '/api/v1/challenges?state=DECISION_SUBMITTED',
  'challenges by owner': (n, turn) => `/api/v1/challenges?owner=${wallet(n, turn)}`,
  'challenges by owner and state': (n, turn) => `/api/v1/challenges?owner=${wallet(n, turn)}&state=OPEN`,
  // Ten of a thousand have it: both answers are as long as each other.
  'challenges by words in one of a hundred': () => '/api/v1/challenges?q=maple&limit=10',
  'challenges by words in every title': () => '/api/v1/challenges?q=garden',
  'challenges by words in no title': () => '/api/v1/challenges?q=xyzzy',
  'challenges by two letters in no title': () => '/api/v1/challenges?q=zz',
  'challenges by words and state': () => '/api/v1/challenges?q=violet&state=OPEN',
  'challenges by rare words': (n, turn) => `/api/v1/challenges?q=garden%20${spread(n, turn)}%3F`,
  'missions, first page': () => '/api/v1/missions',
  milestones: (n, turn) => `/api/v1/missions/${idOf('mission', spread(n, turn))}/milestones`,
  proofs: (n, turn) => `/api/v1/missions/${idOf('mission', missionIn('COMPLETED', spread(n, turn)))}/proof`,
  'missions by owner': (n, turn) => `/api/v1/missions?owner=${wallet(n, turn)}`,
  'missions by contributor and state': (n, turn) => `/api/v1/missions?contributor=${wallet(n, turn)}&state=COMPLETED`,
  'missions by words in no title': () => '/api/v1/missions?q=xyzzy',
  'missions by contributor': (n, turn) => `/api/v1/missions?contributor=${wallet(n, turn)}`,
  'missions by state': () => '/api/v1/missions?state=PROOF_SUBMITTED',
  'challenges by deadline': () => '/api/v1/challenges?sort=deadline',
  'challenges by deadline and state': () => '/api/v1/challenges?sort=deadline&state=AWAITING_DECISION',
  'challenges that need a response': () => '/api/v1/challenges?needs=response',
  'missions by deadline': () => '/api/v1/missions?sort=deadline',
  'missions by deadline and state': () => '/api/v1/missions?sort=deadline&state=PROOF_SUBMITTED',
  'missions that need a contributor': () => '/api/v1/missions?needs=contributor',
  'missions that need a contributor, by deadline': () => '/api/v1/missions?needs=contributor&sort=deadline',
  'missions with a bounty': () => '/api/v1/missions?bounty=true',
  'receipts, first page': () => '/api/v1/receipts',
  'receipts by owner': (n, turn) => `/api/v1/receipts?owner=${wallet(n, turn)}`,
  'receipts by contributor': (n, turn) => `/api/v1/receipts?contributor=${wallet(n, turn)}`,
  'receipts by outcome': () => '/api/v1/receipts?outcome=failed',
  'search for words in one of a hundred': () => '/api/v1/search?q=maple',
  'search for words in every text': () => '/api/v1/search?q=garden',
  'search for words in no text': () => '/api/v1/search?q=xyzzy',
  // A word finds those that begin like it; with as many digits as the most there are, both answers are one hit.
  'search for rare words': (n, turn) => `/api/v1/search?q=garden%20${n / 10 + spread(n, turn)}%3F&kind=challenge`,
  'search for a hash': () => '/api/v1/search?q=abcdef012345',
  'search for an address': (n, turn) => `/api/v1/search?q=${wallet(n, turn)}`,
  wallet: (n, turn) => `/api/v1/wallets/${wallet(n, turn)}`,
  'response links of a wallet': (n, turn) => `/api/v1/wallets/${wallet(n, turn)}/links`,
  'reviews of a wallet': () => `/api/v1/wallets/${verifierAccount.address}/reviews`,
  'what waits for a verifier': () => '/api/v1/review',
  'what waits for a verifier, a page in the middle': (n, turn) =>
    `/api/v1/review?cursor=${encodeCursor(idOf('proof', n / 2 + turn))}`,
  'a busy wallet': () => `/api/v1/wallets/${busyAccount.address}`,
  'a busy wallet’s Seeds': () => `/api/v1/rewards/wallet/${busyAccount.address}`,
  'what a busy wallet has to do': () => toDo(BUSY_TOKEN),
  'what a verifier has to do': () => toDo(VERIFIER_TOKEN),
  'challenges by a busy owner': () => `/api/v1/challenges?owner=${busyAccount.address}`,
  'challenges by a busy owner in a state without any': () =>
    `/api/v1/challenges?owner=${busyAccount.address}&state=OPEN`,
  'challenges by a busy owner and rare words': () => `/api/v1/challenges?owner=${busyAccount.address}&q=xyzzy`,
  'missions by a busy owner and rare words': () => `/api/v1/missions?owner=${busyAccount.address}&q=xyzzy`,
  'missions by a busy owner with a bounty': () => `/api/v1/missions?owner=${busyAccount.address}&bounty=true`,
  'missions by a busy contributor in a state without any': () =>
    `/api/v1/missions?contributor=${busyAccount.address}&state=CLAIMED`,
}

/** A service on a database with so many records. */
interface Sized {
  readonly port: number
  readonly records: number
}

/** @returns the milliseconds of each request. */
function times({ load }: Bench, { port, records }: Sized, ask: Ask, round: number, length: number): Promise<number[]> {
  const requests = Array.from({ length }, (_, turn) => {
    const asked = ask(records, round * REQUESTS + turn)
    if (typeof asked === 'string') return { method: 'GET', target: asked }
    return { method: 'GET', target: asked.target, headers: { authorization: `Bearer ${asked.token}` } }
  })
  return load.ask('oneByOne', { port, requests })
}

/** Reads at both, in turns that are short, so that whatever else the machine does falls on both. */
async function inTurns(bench: Bench, few: Sized, many: Sized, ask: Ask, isSlow: boolean) {
  const [rounds, length] = isSlow ? [SLOW_ROUNDS, SLOW_REQUESTS] : [ROUNDS, REQUESTS]
  const found = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    // Of either order, so that neither always follows the other.
    for (const which of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
      found[which].push(...(await times(bench, which === 'few' ? few : many, ask, round, length)))
    }
  }
  return found
}

/** The median time of every list, filter and single read, with a thousand records and with a million. */
export const growth: Case = {
  name: 'growth',
  async run(bench) {
    bench.say('growth: 1,000 and 1,000,000 records')
    // What is remembered differs with the amount of records; what grows with it is the database's part.
    const small = await startFront(await bench.databases.generated('small', SMALL), { remembers: false })
    const large = await startFront(await bench.databases.generated('large', LARGE), { remembers: false })
    const few = { port: small.port, records: SMALL.records }
    const many = { port: large.port, records: LARGE.records }
    const figures = []
    for (const [what, ask] of Object.entries(READS)) {
      const isSlow = median(await times(bench, many, ask, 0, SLOW_REQUESTS)) > SLOW_MS
      // Everything is read once before it counts: databases that were just opened stand on the disk.
      await inTurns(bench, few, many, ask, isSlow)
      const found = await inTurns(bench, few, many, ask, isSlow)
      const [measured, floor] = [median(found.many), median(found.few)]
      figures.push(ratioFigure(`growth: ${what}`, measured, floor, { atMost: 1.25 }, 'ms', 'with 1,000 records'))
    }
    await small.stop()
    await large.stop()
    return figures
  },
}
