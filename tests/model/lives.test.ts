import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import { MISSION_STATES } from '@/lib/missions/states'
import { type Command, lives, type Step } from '@/tests/model/commands'
import { compare, readLedgers } from '@/tests/model/facts'
import { openStaying, Player, type Staying } from '@/tests/model/player'
import type { Person } from '@/tests/model/state'
import { effort, tell } from '@/tests/support/effort'
import { openWorld, type World } from '@/tests/support/world'

// What may happen is drawn, played on the service and on a model of the documents' rules that shares no code with it, and
// compared at every answer and in everything that can be seen afterwards. MODEL_SEED repeats a run, MODEL_PATH goes straight to
// the sequence that a report names.
const LIVES = effort({ usual: 60, long: 5_000 })
const STEPS = 40
const HANG_MS = 60 * 60_000

let service: World
let staying: Staying
/** In how many lives each act with its answer, and each state, was met. */
const seen = new Map<string, number>()
beforeAll(async () => {
  service = await openWorld()
  staying = await openStaying(service)
})
afterAll(() => service.close())

async function live(steps: readonly Step[]): Promise<void> {
  const player = await Player.begin(service, staying)
  const { nextCursor } = (await service.get('/api/v1/events?since=now')).body
  const before = await readLedgers(service, player)
  try {
    for (const step of steps) await player.play(step)
    await compare(service, player, nextCursor, before)
  } catch (fault) {
    throw new Error(`${player.told.join('\n')}\n${fault instanceof Error ? fault.message : fault}`, { cause: fault })
  } finally {
    for (const one of player.seen) seen.set(one, (seen.get(one) ?? 0) + 1)
    await player.end()
  }
}

const whoever = { by: null, on: 0 } as const
const mission = (milestones: readonly boolean[], designated: Person | null): Command => ({
  do: 'mission',
  by: 'ada',
  days: 30,
  milestones,
  designated,
  earlier: false,
})
/** A mission is proven and given back, its approved proof hidden. */
const provenAndHidden = (milestones: readonly boolean[], designated: Person | null, milestone: number): Command[] => [
  mission(milestones, designated),
  { do: 'claim', ...whoever },
  { do: 'prove', milestone, ...whoever },
  { do: 'review', proof: 0, verdict: 'approve', ...whoever },
  { do: 'hide', what: 'proof', part: 0, ...whoever },
  { do: 'release', earlier: false, ...whoever },
]
/** What is drawn too seldom: a state that some runs do not reach, and a rule that hardly any run meets. */
const RARE: readonly (readonly Command[])[] = [
  [
    { do: 'challenge', by: 'ada', links: [], closes: 3, decides: 6, earlier: false },
    { do: 'cancel', ...whoever },
  ],
  [mission([], null), { do: 'end', outcome: 'abandoned', earlier: false, ...whoever }],
  [
    mission([], null),
    { do: 'claim', ...whoever },
    { do: 'prove', milestone: 0, ...whoever },
    { do: 'review', proof: 0, verdict: 'request-changes', ...whoever },
    { do: 'end', outcome: 'failed', earlier: false, ...whoever },
  ],
  [
    ...provenAndHidden([false], null, 1),
    { do: 'remark', milestone: 1, status: 'Cancelled', ...whoever },
    { do: 'restore', what: 'proof', part: 0, ...whoever },
    { do: 'remark', milestone: 1, status: 'Cancelled', ...whoever },
  ],
  ...(['ben', null] as const).map((designated): Command[] => [
    ...provenAndHidden([], designated, 0),
    { do: 'restore', what: 'proof', part: 0, ...whoever },
    { do: 'prove', milestone: 0, by: 'ben', on: 0 },
    { do: 'claim', by: 'ben', on: 0 },
    { do: 'hide', what: 'proof', part: 0, ...whoever },
    { do: 'claim', by: 'ben', on: 0 },
    { do: 'restore', what: 'proof', part: 0, ...whoever },
    { do: 'end', outcome: 'completed', earlier: false, ...whoever },
  ]),
]
const played = (commands: readonly Command[]): Step[] =>
  commands.map((command) => ({ command, rehearsed: false, replayed: false }))

const seed = process.env['MODEL_SEED']
const path = process.env['MODEL_PATH']

test(
  'whatever is done in whatever order, the service answers and tells what the documents say',
  async () => {
    const examples = path === undefined ? RARE.map((commands): [Step[]] => [played(commands)]) : []
    await fc.assert(fc.asyncProperty(lives(STEPS), live), {
      numRuns: examples.length + LIVES,
      examples,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
    })
    tell(
      [...seen]
        .sort()
        .map(([what, times]) => `${what}: in ${times} lives`)
        .join('\n'),
    )
    if (path !== undefined) return
    const states = [...CHALLENGE_STATES, ...MISSION_STATES]
    expect(
      states.filter((state) => !seen.has(state)),
      'every state was reached',
    ).toEqual([])
  },
  HANG_MS,
)
