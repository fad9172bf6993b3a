import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const alias = { '@': path.resolve(import.meta.dirname) }

// How long something may hang before it is given up. None of them says how fast anything is: they hold on a machine that
// is many times slower and busy.
const MINUTE = 60_000
const HANGS = { hookTimeout: 5 * MINUTE, teardownTimeout: MINUTE, expect: { poll: { timeout: MINUTE } } }

// About how many seconds a file takes on two idle cores, by the first of these that its path holds. What takes longest
// begins first, so that no worker is left with a long file at the end; a file in the wrong place only costs a little.
const SECONDS: readonly (readonly [path: string, seconds: number])[] = [
  ['tests/pages/every-page', 100],
  ['tests/serverless/', 60],
  ['tests/api/failover/', 60],
  ['tests/pages/projects', 50],
  ['tests/pages/wallet.', 40],
  ['tests/pages/', 25],
  ['misbehaving', 25],
  ['races', 20],
  ['tests/api/faults/', 20],
  ['tests/api/chain/faults', 30],
  ['hostile-urls', 30],
  ['contract-walk', 20],
  ['cut-off', 15],
  ['evidence/blob', 15],
  ['tests/api/', 4],
]

const seconds = (file: string): number => SECONDS.find(([part]) => file.includes(part))?.[1] ?? 1

/** Sorts test files by what is known of how long they take, whatever suite they belong to. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => seconds(b.moduleId) - seconds(a.moduleId))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    globals: false,
    pool: 'forks',
    // One more than the cores of a small machine: what waits for a browser, a lock or a time limit leaves its core free.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['tests/{unit,contract}/**/*.test.ts'],
          setupFiles: ['tests/setup/fresh.ts'],
          isolate: false,
          testTimeout: MINUTE,
          ...HANGS,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          setupFiles: ['tests/setup/fresh.ts'],
          isolate: false,
          testTimeout: 3 * MINUTE,
          ...HANGS,
        },
      },
      // A service for each worker, and its files take turns: one service has one clock.
      {
        resolve: { alias },
        test: {
          name: 'pages',
          include: ['tests/pages/**/*.test.ts'],
          globalSetup: ['tests/setup/browser.ts'],
          testTimeout: 10 * MINUTE,
          ...HANGS,
        },
      },
      // The site built as a serverless platform builds it, once for all of its files; alone, as it needs both cores for that.
      {
        resolve: { alias },
        test: {
          name: 'serverless',
          include: ['tests/serverless/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/serverless.ts'],
          testTimeout: 10 * MINUTE,
          ...HANGS,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
