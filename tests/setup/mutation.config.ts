import path from 'node:path'
import { defineConfig } from 'vitest/config'

// What each mutant is tried with: the unit tests that scripts/mutation.ts names, which need no service.
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, '../..') } },
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '*').split(',').map((name) => `tests/unit/${name}.test.ts`),
  },
})
