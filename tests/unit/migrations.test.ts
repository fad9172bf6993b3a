import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRISMA_DIR } from '@/lib/db/engine'
import { CONTRACTIONS } from '@/tests/support/migration-contractions'
import { contractionsOf } from '@/tests/support/migration-shapes'
import { readReleases } from '@/tests/support/releases'

const MIGRATIONS = path.join(PRISMA_DIR, 'migrations')
const folders = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
const releases = readReleases()

test('migrations are numbered from 0001 on without a hole, and their names sort as their numbers', () => {
  const numbers = folders.map((name) => /^(\d{4})_[a-z][a-z_]*$/.exec(name)?.[1])
  expect(numbers).toEqual(folders.map((_name, at) => String(at + 1).padStart(4, '0')))
})

describe('releases', () => {
  test('the newest release is the version of the package', () => {
    const { version } = JSON.parse(readFileSync(path.join(PRISMA_DIR, '..', 'package.json'), 'utf8'))
    expect(releases[0]?.version).toBe(version)
  })

  test('each names a schema that is there, none a newer one than the release after it', () => {
    const schemas = releases.map(({ schema }) => schema)
    expect(schemas.filter((schema) => !folders.includes(schema))).toEqual([])
    expect(schemas).toEqual(schemas.toSorted().reverse())
  })

  test('one without a schema is refused', () => {
    expect(() => readReleases('# Changelog\n\n## 2.0.0\n\n### Added\n')).toThrow('does not name the schema of 2.0.0')
  })
})

describe('expand, then contract', () => {
  test('what a migration does beyond widening is named with its reason, and nothing else is', () => {
    const found = folders.map((name) => {
      const script = readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8')
      return [name, contractionsOf(script)] as const
    })
    const named = Object.entries(CONTRACTIONS).map(([name, { statements }]) => [name, statements])
    expect(found.filter(([, statements]) => statements.length > 0)).toEqual(named)
  })

  test('whatever came after the first release contracts only what an earlier release has done without', () => {
    const first = releases.at(-1)?.schema ?? ''
    const wrong = Object.entries(CONTRACTIONS).filter(([name, { after }]) => {
      const release = releases.find(({ version }) => version === after)
      return name <= first ? after !== null : release === undefined || release.schema >= name
    })
    expect(wrong).toEqual([])
  })

  test.each([
    'CREATE TABLE "New" ("id" UUID NOT NULL); CREATE UNIQUE INDEX "New_id" ON "New" (id);',
    'CREATE TABLE "New" (id INTEGER); INSERT INTO "New" (id) SELECT 1;',
    'ALTER TABLE "Mission" ADD COLUMN "note" TEXT, ADD COLUMN "count" INTEGER NOT NULL DEFAULT 0;',
    `ALTER TABLE "Mission" ADD COLUMN "note" TEXT NOT NULL DEFAULT 'a; b, c'; -- ; DROP TABLE "Mission";`,
    'CREATE INDEX "Mission_note" ON "Mission" (note) WHERE note IS NOT NULL;',
    'CREATE FUNCTION one(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1; $$;',
  ])('widens: %s', (script) => {
    expect(contractionsOf(script)).toEqual([])
  })

  test.each([
    'DROP TABLE "Mission";',
    'ALTER TABLE "Mission" DROP COLUMN "note";',
    'ALTER TABLE "Mission" RENAME COLUMN "note" TO "words";',
    'ALTER TABLE "Mission" ALTER COLUMN "note" TYPE INTEGER;',
    'ALTER TABLE "Mission" ALTER COLUMN "note" SET NOT NULL;',
    'ALTER TABLE "Mission" ADD COLUMN "note" TEXT NOT NULL;',
    'ALTER TABLE "Mission" ADD COLUMN "note" TEXT UNIQUE;',
    'ALTER TABLE "Mission" ADD COLUMN "note" TEXT, DROP COLUMN "title";',
    'ALTER TABLE "Mission" ADD CONSTRAINT "short" CHECK (length(note) < 9) NOT VALID;',
    'CREATE UNIQUE INDEX "Mission_note" ON "Mission" (note);',
    `ALTER TYPE "MissionState" ADD VALUE 'LOST';`,
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT 1 $$;',
    'CREATE TRIGGER loud BEFORE INSERT ON "Mission" FOR EACH ROW EXECUTE FUNCTION refuse_change();',
    'UPDATE "Mission" SET note = NULL;',
    'DO $$ BEGIN NULL; END $$;',
    'GRANT SELECT ON "Mission" TO public;',
  ])('contracts: %s', (script) => {
    expect(contractionsOf(script)).toHaveLength(1)
  })
})
