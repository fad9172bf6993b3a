import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { ensureGenerated } from '../server/build'

/**
 * `npm test`: runs every suite against real parts, which the suites start themselves. Prints the failures with their reasons,
 * and at the end the number of passed and failed tests. Arguments select files or folders, `-t` tests by their names; `--long`
 * (`npm run test:long`) adds long and random tests (`tests/support/effort.ts`).
 */
// In a fresh clone nothing else generates this code when only some suites run.
await ensureGenerated({ say: console.log })
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean' }, name: { type: 'string', short: 't' } },
  allowPositionals: true,
})
if (values.long) process.env.TEST_EFFORT = 'long'
const selection = values.name === undefined ? {} : { testNamePattern: values.name }
const vitest = await startVitest('test', positionals, { run: true, watch: false, ...selection })
// Without a name to select by, a test that was skipped has failed to run.
const tests = vitest.state
  .getTestModules()
  .flatMap((module) => [...module.children.allTests()])
  .filter((test) => values.name === undefined || test.result().state !== 'skipped')
const failedModules = vitest.state.getTestModules().filter((module) => module.errors().length > 0)
const unfinished = tests.filter((test) => test.result().state !== 'passed')
const passed = tests.length - unfinished.length
const failed = unfinished.length + failedModules.length + vitest.state.getUnhandledErrors().length
await vitest.close()
for (const module of failedModules) {
  console.log(`failed: ${module.relativeModuleId}\n  ${module.errors()[0]?.message.slice(0, 1_000)}`)
}
for (const test of unfinished) {
  const why = test.result().errors?.[0]?.message ?? 'did not end'
  console.log(`failed: ${test.module.relativeModuleId} > ${test.fullName}\n  ${why.slice(0, 1_000)}`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
