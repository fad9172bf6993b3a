import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { ROOT } from '../../server/root'
import { AREAS, type Area } from './areas'
import { trySqlMutants } from './sql'

/**
 * `npm run mutation [-- states signing …]`: mutates critical code, one change at a time, and checks that a test fails
 * (docs/testing.md#mutation-tests). Prints the surviving mutants and the score of each area; fails below 85 %.
 */
const SCORE_MIN = 0.85
/** Time limit that detects a mutant with an endless loop, long enough for a busy machine. */
const HANG_MS = 30_000
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

const FOLDER = path.join('test-results', 'mutants')

/** Kinds of mutations, named as in https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators. */
const NO_CONDITION = ['ArrayDeclaration', 'ArrowFunction', 'ObjectLiteral', 'StringLiteral']

const excludedOf = ({ hasSentences = false, onlyConditions = false }: Area): string[] =>
  onlyConditions ? NO_CONDITION : hasSentences ? ['StringLiteral'] : []

/** @returns the number of mutants of an area, and of those that no test detected. */
async function tryArea(area: Area): Promise<{ made: number; unnoticed: number }> {
  const { mutate, hasSql = false, tests, needsDatabase = false } = area
  process.env['MUTATION_TESTS'] = tests.map((name) => `tests/${name}.test.ts`).join(',')
  process.env['MUTATION_DATABASE'] = needsDatabase ? 'needed' : 'none'
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'tests/setup/mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate: [...mutate],
    mutator: { plugins: null, excludedMutations: excludedOf(area) },
    ignorePatterns: ['.next', '.data', 'screenshots', 'test-results', 'docs', 'deploy', 'public', 'client/dist'],
    tempDirName: FOLDER,
    timeoutMS: HANG_MS,
    concurrency: 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
  })
  const results = await stryker.runMutationTest()
  const count = (of: readonly string[]) => results.filter(({ status }) => of.includes(status)).length
  const sql = await trySqlMutants(hasSql ? mutate : [], FOLDER)
  return { made: count([...NOTICED, ...UNNOTICED]) + sql.made, unnoticed: count(UNNOTICED) + sql.unnoticed }
}

const names = process.argv.slice(2)
process.chdir(ROOT)
const rows: string[] = []
for (const [name, area] of Object.entries(AREAS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const { made, unnoticed } = await tryArea(area)
  const score = (made - unnoticed) / made
  rows.push(`${name}: ${made} mutants, ${unnoticed} unnoticed, ${(score * 100).toFixed(1)} %`)
  if (score < SCORE_MIN) process.exitCode = 1
}
console.log(rows.join('\n'))
process.exit()
