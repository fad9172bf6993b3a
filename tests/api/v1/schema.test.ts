import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { schemaDrift } from '@/lib/db/drift'
import { applyMigrations } from '@/lib/db/migrate'
import { copyDatabase } from '@/tests/support/database'

let database: { url: string; drop: () => Promise<void> }
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'))
})
afterAll(() => database.drop())

test('a migrated database is what schema.prisma says', async () => {
  expect(await schemaDrift(database.url)).toBe('')
})

test('migrating a migrated database changes nothing', async () => {
  expect(await applyMigrations(database.url)).toEqual([])
})
