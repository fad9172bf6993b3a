import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { ROOT } from '../server/build'

/**
 * `npm run mutation [-- states signing …]`: changes one thing at a time in what must never be subtly wrong, and asks whether a test
 * notices (docs/testing.md#mutation-tests). Prints what nobody noticed, and the score of each area; it fails below 85 %.
 */
interface Area {
  /** The files that are changed. */
  readonly mutate: readonly string[]
  /** The unit tests that have to notice. */
  readonly tests: readonly string[]
  /** Whether its texts are for people to read: then only the rest is changed. */
  readonly hasSentences?: boolean
}

const AREAS: Readonly<Record<string, Area>> = {
  states: {
    mutate: ['lib/machine/machine.ts', 'lib/challenges/states.ts', 'lib/missions/states.ts'],
    tests: ['machine', 'states', 'actions'],
  },
  signing: {
    mutate: ['messages', 'ed25519', 'verify-ed25519', 'recover'].map((name) => `lib/signing/${name}.ts`),
    tests: ['messages', 'recover', 'ed25519', 'vectors/ed25519', 'vectors/eip4361'],
  },
  records: {
    mutate: [
      'lib/history/jcs.ts',
      'lib/history/canonical.ts',
      'lib/history/chain.ts',
      ...['history', 'receipt', 'milestones', 'signature'].map((what) => `lib/verify/check-${what}.ts`),
      'lib/verify/key-period.ts',
      'lib/verify/primitives.ts',
      'lib/receipts/recorder.ts',
    ],
    tests: ['verify', 'verify-erased', 'byline', 'jcs', 'vectors/rfc8785'],
    // What a check found is told in sentences.
    hasSentences: true,
  },
  limits: { mutate: ['lib/contract/cursor.ts', 'lib/api/rate-limit.ts'], tests: ['cursor', 'rate-limit'] },
}

const SCORE_MIN = 0.85
/** A mutant that makes a loop endless is noticed by this, on a busy machine too. */
const HANG_MS = 30_000
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

/** @returns how many mutants of an area were made, and of how many no test took notice. */
async function tryArea({ mutate, tests, hasSentences = false }: Area): Promise<{ made: number; unnoticed: number }> {
  process.env['MUTATION_TESTS'] = tests.join(',')
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/setup/mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate: [...mutate],
    mutator: { plugins: null, excludedMutations: hasSentences ? ['StringLiteral'] : [] },
    ignorePatterns: ['.next', '.data', 'screenshots', 'test-results', 'docs', 'deploy', 'public', 'client/dist'],
    tempDirName: path.join('test-results', 'mutants'),
    timeoutMS: HANG_MS,
    concurrency: 2,
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
  })
  const results = await stryker.runMutationTest()
  const count = (of: readonly string[]) => results.filter(({ status }) => of.includes(status)).length
  return { made: count([...NOTICED, ...UNNOTICED]), unnoticed: count(UNNOTICED) }
}

const asked = process.argv.slice(2)
process.chdir(ROOT)
const rows: string[] = []
for (const [name, area] of Object.entries(AREAS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const { made, unnoticed } = await tryArea(area)
  const score = (made - unnoticed) / made
  rows.push(`${name}: ${made} mutants, ${unnoticed} unnoticed, ${(score * 100).toFixed(1)} %`)
  if (score < SCORE_MIN) process.exitCode = 1
}
console.log(rows.join('\n'))
process.exit()
