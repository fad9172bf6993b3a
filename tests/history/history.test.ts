import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from '@/tests/history/faults'
import { type Outcome, playRound } from '@/tests/history/round'
import { openSite, type Site } from '@/tests/history/site'
import { openStaying, type Staying } from '@/tests/model/player'
import { effort, tell } from '@/tests/support/effort'

// Clients at two instances, and faults: whatever they were told, some order of their calls explains it. HISTORY_SEED repeats a
// round's plan: who tries what, in which order the faults come; how calls meet is left to the machine.
const ROUNDS = effort({ usual: 2, long: 100 })
const SEED = Number(process.env['HISTORY_SEED'] ?? Math.floor(Math.random() * 1_000_000))
const ROUND_TIMEOUT_MS = 15 * 60_000

let site: Site
let staying: Staying
const outcomes: Outcome[] = []
beforeAll(async () => {
  site = await openSite()
  staying = await openStaying(site.cluster)
})
afterAll(async () => {
  tell(told(outcomes))
  await site?.close()
})

const rounds = Array.from({ length: ROUNDS }, (_, round) => SEED + round)

test.each(rounds)(
  'seed %i: some order of the calls explains every answer, each write is there once, and a refused one left nothing',
  async (seed) => {
    const outcome = await playRound(site, staying, seed)
    outcomes.push(outcome)
    expect(outcome.faults.length).toBeGreaterThan(0)
  },
  ROUND_TIMEOUT_MS,
)

/** What was played: calls, faults, and how often each answer was given. */
function told(all: readonly Outcome[]): string {
  const sum = (of: (outcome: Outcome) => number) => all.reduce((total, outcome) => total + of(outcome), 0)
  const times = (name: string) => sum(({ faults }) => faults.filter((fault) => fault === name).length)
  const answers = new Map<string, number>()
  for (const [what, count] of all.flatMap((outcome) => [...outcome.answers]))
    answers.set(what, (answers.get(what) ?? 0) + count)
  return [
    `${all.length} rounds from seed ${SEED}: ${sum(({ calls }) => calls)} calls, ${sum(({ unknown }) => unknown)} of unknown outcome, ${sum(({ lost }) => lost)} requests lost`,
    ...Object.keys(FAULTS).map((name) => `${name}: ${times(name)} times`),
    ...[...answers].sort().map(([what, count]) => `${what}: ${count}`),
  ].join('\n')
}
