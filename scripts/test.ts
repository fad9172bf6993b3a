import { startVitest } from 'vitest/node'
import { ensureGenerated } from '../server/build'

/**
 * `npm test`: every suite, against real parts that the suites start themselves. Ends with one line that says how many
 * tests passed and failed. Arguments name files or folders to run alone; `--long` (`npm run test:long`) also tries what takes
 * chance or hours to find (`tests/support/effort.ts`).
 */
// Nothing else makes it in a fresh clone where only some suites run.
await ensureGenerated({ say: console.log })
const words = process.argv.slice(2)
if (words.includes('--long')) process.env.TEST_EFFORT = 'long'
const named = words.filter((word) => word !== '--long')
const vitest = await startVitest('test', named, { run: true, watch: false })
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const failedModules = vitest.state.getTestModules().filter((module) => module.errors().length > 0).length
const passed = tests.filter((test) => test.result().state === 'passed').length
const unfinished = tests.length - passed
const failed = unfinished + failedModules + vitest.state.getUnhandledErrors().length
await vitest.close()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
