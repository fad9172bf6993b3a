import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const alias = { '@': path.resolve(import.meta.dirname) }

/** What measures time, which nothing may disturb. */
const MEASURED = ['tests/pages/vitals.test.ts']

interface Pages {
  readonly name: string
  readonly include: string[]
  readonly exclude: string[]
  readonly maxWorkers: number
  readonly order: number
}

function pages({ name, include, exclude, maxWorkers, order }: Pages): TestProjectInlineConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude,
      maxWorkers,
      globalSetup: ['tests/setup/browser.ts'],
      testTimeout: 120_000,
      hookTimeout: 60_000,
      sequence: { groupOrder: order },
    },
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    globals: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { resolve: { alias }, test: { name: 'unit', include: ['tests/{unit,contract}/**/*.test.ts'] } },
      {
        resolve: { alias },
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // The site built as a serverless platform builds it, once for all of its files; alone, as it needs both cores for that.
      {
        resolve: { alias },
        test: {
          name: 'serverless',
          include: ['tests/serverless/**/*.test.ts'],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/serverless.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
      // A service for each worker, and its files take turns: one service has one clock. After the others, which need both
      // cores; and what measures time alone, last.
      pages({ name: 'pages', include: ['tests/pages/**/*.test.ts'], exclude: MEASURED, maxWorkers: 2, order: 1 }),
      pages({ name: 'measured pages', include: MEASURED, exclude: [], maxWorkers: 1, order: 2 }),
    ],
  },
})
