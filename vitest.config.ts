import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first'

const alias = { '@': path.resolve(import.meta.dirname) }

// How long something may hang before it is given up. None of them says how fast anything is: they hold on a machine that
// is many times slower and busy.
const MINUTE = 60_000
const HANGS = { hookTimeout: 5 * MINUTE, teardownTimeout: MINUTE, expect: { poll: { timeout: MINUTE } } }

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
    ],
  },
})
