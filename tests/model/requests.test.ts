import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { anyRequest, plainRequest, triedRequest } from '@/tests/model/request-arbitraries'
import { RequestPlayer } from '@/tests/model/request-player'
import { effort, tell } from '@/tests/support/effort'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'

// Requests are drawn from the contracts: what they allow, that with something wrong in it, and what no client would send.
// Every answer is one that the OpenAPI document describes, and a refusal leaves nothing. MODEL_SEED repeats a run,
// MODEL_PATH goes straight to the request that a report names.
const REQUESTS = effort({ usual: 400, long: 10_000 })
const HANG_MS = 60 * 60_000

/** What is never taken here, and why. */
const SETTLED = 'a post has to be lost on its way to the platform first (tests/api/platform/misbehaving-posts.test.ts)'
const NOT_REACHED: Readonly<Record<string, string>> = { settlePlatformPost: SETTLED, settleMusebookPost: SETTLED }

let world: PlatformWorld
let player: RequestPlayer
beforeAll(async () => {
  world = await openPlatformWorld('off')
  player = new RequestPlayer({ world, verifier: await world.verifier(), moderator: await world.admin() })
})
afterAll(() => world?.close())

const seed = process.env['MODEL_SEED']
const path = process.env['MODEL_PATH']

test(
  'whatever is asked by whomever, the answer is a described one and a refusal leaves nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, (drawn) => player.play(drawn)),
      {
        numRuns: REQUESTS,
        // First each operation once as it is meant, so that what follows is measured against what works; before that as a trial.
        examples: contracts.flatMap((endpoint) => [[triedRequest(endpoint)], [plainRequest(endpoint)]]),
        ...(seed === undefined ? {} : { seed: Number(seed) }),
        ...(path === undefined ? {} : { path }),
      },
    )
    const told = [...player.seen].map(([operation, statuses]) => {
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} ×${times}`)
      return `${operation}: ${counts.join(', ')}`
    })
    tell(told.sort().join('\n'))
    tell(`left nothing: ${player.counted} by counts, ${player.watched} by all that is stored`)
    if (path !== undefined) return
    const operations = contracts.map(({ operationId }) => operationId)
    expect(operations.filter((operation) => !player.seen.has(operation))).toEqual([])
    const isTaken = (operation: string) => [...(player.seen.get(operation) ?? [])].some(([status]) => status < 300)
    expect(operations.filter((operation) => !isTaken(operation))).toEqual(Object.keys(NOT_REACHED))
  },
  HANG_MS,
)
