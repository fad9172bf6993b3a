import path from 'node:path'
import { defineConfig } from 'vitest/config'

const NEEDS_DATABASE = process.env['MUTATION_DATABASE'] === 'needed'

// What each mutant is tried with: the tests that scripts/mutation/areas.ts names for its area.
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, '../..') } },
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '*').split(','),
    ...(NEEDS_DATABASE
      ? {
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/programs.ts'],
          setupFiles: ['tests/setup/fresh.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        }
      : {}),
  },
})
