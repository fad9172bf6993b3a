import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const alias = { '@': path.resolve(import.meta.dirname) }

// How long something may hang before it is given up. None of them says how fast anything is: they hold on a machine that
// is many times slower and busy.
const MINUTE = 60_000
const HANGS = { hookTimeout: 5 * MINUTE, teardownTimeout: MINUTE, expect: { poll: { timeout: MINUTE } } }

// Files that start databases of their own and migrate them: Prisma's schema engine is bound to the process that started it.
const OWN_PROCESS = ['tests/api/{failover,faults}/**/*.test.ts', 'tests/api/v1/schema.test.ts']

// Files that wait for time limits of the service most of the time. They begin while the site is built.
const WAITING = ['tests/api/failover/', 'tests/api/faults/', 'misbehaving', 'chain/faults', 'cut-off', 'evidence/blob']

// About how many seconds a file takes on two idle cores, by the first of these that its path holds. What takes longest
// begins first, so that no worker is left with a long file at the end; a file in the wrong place only costs a little.
const SECONDS: readonly (readonly [path: string, seconds: number])[] = [
  ...WAITING.map((part) => [part, 200] as const),
  ['tests/pages/every-page', 200],
  ['tests/pages/memory', 100],
  ['tests/pages/mission-parts', 60],
  ['tests/pages/wallet.', 50],
  ['races/platform', 50],
  ['tests/pages/', 25],
  ['tests/serverless/', 20],
  ['tests/api/cluster/', 40],
  ['tests/model/', 60],
  ['tests/history/', 60],
  ['races', 19],
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
    // Two more than the cores of a small machine: what waits for a browser, a lock or a time limit leaves its core free.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['tests/{unit,contract}/**/*.test.ts'],
          globalSetup: ['tests/setup/programs.ts'],
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
          include: ['tests/{api,model,history}/**/*.test.ts'],
          exclude: OWN_PROCESS,
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/programs.ts'],
          setupFiles: ['tests/setup/fresh.ts'],
          isolate: false,
          testTimeout: 10 * MINUTE,
          ...HANGS,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api, each file in a process of its own',
          include: OWN_PROCESS,
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/programs.ts'],
          testTimeout: 10 * MINUTE,
          ...HANGS,
        },
      },
      // A service for each worker, and its files take turns: one service has one clock.
      {
        resolve: { alias },
        test: {
          name: 'pages',
          include: ['tests/pages/**/*.test.ts'],
          globalSetup: ['tests/setup/programs.ts', 'tests/setup/browser.ts'],
          setupFiles: ['tests/setup/fresh.ts', 'tests/setup/pages-ready.ts'],
          isolate: false,
          testTimeout: 10 * MINUTE,
          ...HANGS,
        },
      },
      // The site built as a serverless platform builds it, once for all of its files.
      {
        resolve: { alias },
        test: {
          name: 'serverless',
          include: ['tests/serverless/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/serverless.ts'],
          setupFiles: ['tests/setup/fresh.ts', 'tests/setup/serverless-ready.ts'],
          isolate: false,
          testTimeout: 10 * MINUTE,
          ...HANGS,
        },
      },
    ],
  },
})
