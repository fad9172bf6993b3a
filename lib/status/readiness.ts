import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { sql } from '@/lib/db/sql'
import { Refusal, unavailable } from '@/lib/errors'
import { requireDatabase } from '@/lib/status/health'

// The server's bundle and Next's both load this module in one process, so the flag is global.
declare global {
  var trellisLeaving: boolean | undefined
}

/** Makes this process report that it is not ready. It still serves requests, so load balancers can react. */
export function beginLeaving(): void {
  globalThis.trellisLeaving = true
}

const CountRow = z.object({ applied: z.int() })

/** Whether the database has every migration of this version. A newer database has them too. */
async function isMigrated(): Promise<boolean> {
  const names = sql`SELECT count(DISTINCT migration_name)::int AS applied FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY(${[...MIGRATIONS]}::text[])`
  try {
    return (await one(db, names, CountRow)).applied === MIGRATIONS.length
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    // The table is missing when the database was never migrated.
    return false
  }
}

/**
 * Checks that this instance can serve requests.
 * @throws Refusal `unavailable` with the cause: the instance is ending, the database is away, or its schema is older
 * than this version.
 */
export async function requireReady(): Promise<void> {
  if (globalThis.trellisLeaving) throw unavailable('This instance is ending; another one answers.')
  await requireDatabase()
  if (!(await isMigrated())) throw unavailable('The database lacks a migration of this version: run "npm run migrate".')
}
