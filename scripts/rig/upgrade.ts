import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ensureGenerated } from '@/server/build'
import { ROOT } from '@/server/root'
import { bundlePrograms, INSTANCE } from '@/tests/support/programs'
import { command } from '../command'
import { findPrevious, giveMigrations, openPrevious } from './previous'
import { playSideBySide } from './side-by-side'
import { openVersions } from './versions'

/**
 * `npm run rig:upgrade -- [--from commit] [--writes 2000] [--tests path]`: runs both versions side by side under load on one
 * database, forward and back, then the previous version's API tests on this version's schema
 * (docs/operating.md#upgrades-forward-and-back). `--tests none` skips the tests.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    writes: { type: 'string', default: '2000' },
    tests: { type: 'string', default: 'tests/api' },
  },
})
const RESULTS = path.join(ROOT, 'test-results')

/**
 * Tests that may fail on a newer schema: of the schema itself, of events of records that are not there, of how many pieces of
 * titles are sampled, and of restoring, which refuses a backup of a newer schema than its version knows.
 */
const OF_THE_SCHEMA = [
  'tests/api/backup/drill.test.ts',
  'tests/api/v1/schema.test.ts',
  'tests/api/races/events.test.ts',
  'tests/api/v1/title-search.test.ts',
]

const Results = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Runs tests of a checkout. @returns the number of passed tests, and the failed ones. */
function runTests(folder: string, tests: string): { passed: number; failed: string[] } {
  const file = path.join(RESULTS, 'rig-upgrade-tests.json')
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs')
  const words = [vitest, 'run', tests, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  rmSync(file, { force: true })
  const { NODE_ENV: _, ...env } = process.env
  spawnSync(process.execPath, words, { cwd: folder, env: { ...env, NODE_ENV: 'test' }, stdio: 'inherit' })
  const { numPassedTests, testResults } = Results.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const where = path.relative(folder, name)
    if (OF_THE_SCHEMA.includes(where)) return []
    const tests = assertionResults.filter((test) => test.status !== 'passed').map(({ fullName }) => fullName)
    return status === 'passed' ? [] : (tests.length > 0 ? tests : ['']).map((test) => `${where} ${test}`.trim())
  })
  return { passed: numPassedTests, failed }
}

async function main(): Promise<boolean> {
  await ensureGenerated({ say: console.log })
  const commit = findPrevious(ROOT, values.from)
  mkdirSync(RESULTS, { recursive: true })
  console.log(`The version before is ${commit.slice(0, 12)}; it is prepared …`)
  const previous = await openPrevious(ROOT, commit)
  const programs = await bundlePrograms(ROOT, [INSTANCE])
  try {
    const versions = await openVersions({ before: previous.program, now: path.join(programs, `${INSTANCE}.mjs`) })
    const { table, wrong } = await playSideBySide(versions, Number(values.writes)).finally(versions.close)
    console.log(`\n${table}\n\n${wrong.length} faults\n${wrong.join('\n')}`)
    if (values.tests === 'none') return wrong.length === 0

    giveMigrations(ROOT, previous.folder)
    const { passed, failed } = runTests(previous.folder, values.tests)
    console.log(`\nIts tests on this version's schema: ${passed} passed, ${failed.length} failed\n${failed.join('\n')}`)
    return wrong.length === 0 && passed > 0 && failed.length === 0
  } finally {
    previous.remove()
    rmSync(programs, { recursive: true, force: true })
  }
}

await command(async () => {
  if (!(await main())) process.exitCode = 1
})
process.exit()
