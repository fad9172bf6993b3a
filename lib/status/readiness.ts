import { z } from 'zod'
import { db, one } from '@/lib/db/db'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { sql } from '@/lib/db/sql'
import { Refusal, unavailable } from '@/lib/errors'
import { requireDatabase } from '@/lib/status/health'

// Shared by the bundles (the server's and Next's) that load this module in one process.
declare global {
  var trellisLeaving: boolean | undefined
}

/** From now on this process says that it is not ready: it answers on, and a load balancer has time to notice. */
export function beginLeaving(): void {
  globalThis.trellisLeaving = true
}

const CountRow = z.object({ applied: z.int() })

/** Whether the database has every migration of this version. A database that is newer has them too. */
async function isMigrated(): Promise<boolean> {
  const names = sql`SELECT count(DISTINCT migration_name)::int AS applied FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY(${[...MIGRATIONS]}::text[])`
  try {
    return (await one(db, names, CountRow)).applied === MIGRATIONS.length
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    // A database without the table was never migrated.
    return false
  }
}

/**
 * Whether this instance should be sent requests.
 * @throws Refusal `unavailable`, whose message says whether the instance ends, the database is away, or its schema is older
 *   than this version.
 */
export async function requireReady(): Promise<void> {
  if (globalThis.trellisLeaving) throw unavailable('This instance is ending; another one answers.')
  await requireDatabase()
  if (!(await isMigrated())) throw unavailable('The database lacks a migration of this version: run "npm run migrate".')
}
