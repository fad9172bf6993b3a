import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audit, audit } from '@/tests/api/failover/audit'
import { FAULTS } from '@/tests/api/failover/faults'
import { type People, startFailoverLoad } from '@/tests/api/failover/load'
import { signIn } from '@/tests/support/client'
import { effort, tell } from '@/tests/support/effort'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { communitySettings } from '@/tests/support/platform-world'
import { openPair, type PostgresPair } from '@/tests/support/postgres-pair'
import { randomOf } from '@/tests/support/random'
import { openSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { until } from '@/tests/support/until'

// A primary with a synchronous standby is lost under load, in every way, and the standby takes over. Each way once, or
// FAILOVER_ROUNDS rounds (`npm run test:failover`). FAILOVER_SEED repeats a run's choices, FAILOVER_FAULT narrows them.
const SEED = Number(process.env.FAILOVER_SEED ?? Math.floor(Math.random() * 1_000_000))
const ROUND_TIMEOUT_MS = 600_000
/** One story each, twice over. */
const CLIENTS = 10
const WRITES = 25

const random = randomOf(SEED)
const names = Object.keys(FAULTS).filter((name) => name.includes(process.env.FAILOVER_FAULT ?? ''))
const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? effort({ usual: names.length, long: 100 }))
/** Every fault equally often, in an order that the seed decides. */
const rounds = Array.from({ length: ROUNDS }, (_, round) => names[round % names.length] ?? '')
  .map((fault) => ({ fault, place: random() }))
  .sort((a, b) => a.place - b.place)
  .map(({ fault }, round) => ({ round: round + 1, fault }))

let pair: PostgresPair
let cluster: Cluster
let sandbox: TestSandbox
let rootPost: number
let people: People[]
/** Whether there is a standby to lose the primary to. */
let isWhole = true
const results: { fault: string; found: Audit | null }[] = []

beforeAll(async () => {
  pair = await openPair()
  sandbox = await openSandbox()
  const own = await sandbox.muse('Trellis')
  rootPost = await sandbox.post(own, { text: 'Here is where it is told.' })
  cluster = await openCluster(2, {
    databaseUrl: pair.primary().url,
    through: async () => pair.proxy.url,
    environment: communitySettings(sandbox.base, own, 'on'),
  })
  const [verifier, admin] = [await signIn(cluster.base, verifierAccounts[0]), await signIn(cluster.base, adminAccount)]
  people = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const [owner, contributor, rival] = await cluster.wallets(3)
      if (!owner || !contributor || !rival) throw new Error('Three wallets were asked for.')
      return { owner, contributor, rival, verifier, admin }
    }),
  )
}, ROUND_TIMEOUT_MS)
afterAll(async () => {
  tell(tableOf(results))
  await cluster?.close()
  await sandbox?.close()
  await pair?.close()
})

test.each(rounds)(
  'round $round: $fault: what was acknowledged is kept, once, and can be asked for again',
  async ({ fault }) => {
    const result: { fault: string; found: Audit | null } = { fault, found: null }
    results.push(result)
    if (!isWhole) throw new Error('An earlier round has left no standby.')
    isWhole = false
    const bases = cluster.instances.map(({ base }) => base)
    const load = startFailoverLoad(bases, people, sandbox, rootPost)
    try {
      await until(() => load.acknowledged.length >= WRITES, 'the load had begun')
      await pause(random() * 200)
      await FAULTS[fault]?.(pair, random)
      const before = load.acknowledged.length
      await until(() => load.acknowledged.length >= before + WRITES, 'writes worked again, with no restart')
    } finally {
      await load.end()
    }
    const found = await audit({ load, base: cluster.base, primary: pair.primary(), sandbox, rootPost })
    result.found = found
    await pair.renew()
    isWhole = true
    const { acknowledged: _, ...wrong } = found
    expect(wrong).toEqual({ lost: [], doubled: [], falselyRefused: [], unreplayable: [], falseWords: [] })
  },
  ROUND_TIMEOUT_MS,
)

/** The rounds by fault, in Markdown. */
function tableOf(all: readonly { fault: string; found: Audit | null }[]): string {
  const sum = (of: typeof all, count: (found: Audit) => number) =>
    of.reduce((total, { found }) => total + (found ? count(found) : 0), 0)
  const row = (name: string, of: typeof all) => [
    name,
    of.length,
    sum(of, (found) => found.acknowledged),
    sum(of, (found) => found.lost.length),
    sum(of, (found) => found.doubled.length),
    sum(of, (found) => found.falselyRefused.length),
    sum(of, (found) => found.unreplayable.length),
    sum(of, (found) => found.falseWords.length),
  ]
  const faults = [...new Set(all.map(({ fault }) => fault))].sort()
  const table = [
    ['fault', 'rounds', 'acknowledged', 'lost', 'doubled', 'falsely refused', 'unreplayable', 'false words'],
    ['---', '---', '---', '---', '---', '---', '---', '---'],
    ...faults.map((name) =>
      row(
        name,
        all.filter(({ fault }) => fault === name),
      ),
    ),
    row(`all, seed ${SEED}`, all),
  ]
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
