import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { positiveCount } from './rig/positive-number'

/**
 * `npm run test:failover -- [--rounds 100] [--seed n]`: stops primaries under load and prints how many writes were acknowledged,
 * lost, doubled, falsely refused and not replayed (docs/database.md).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})
process.env.FAILOVER_ROUNDS = String(positiveCount('rounds', values.rounds))
process.env.FAILOVER_SEED = values.seed
console.log(`${values.rounds} rounds, seed ${values.seed}`)

const vitest = await startVitest('test', ['tests/api/failover/rounds.test.ts'], { run: true, watch: false })
const passed = vitest.state.getTestModules().every((module) => module.ok())
await vitest.close()
process.exit(passed ? 0 : 1)
