import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'

/** Asks the database for an answer. @throws Refusal `unavailable` when it gives none in time. */
export async function requireDatabase(): Promise<void> {
  await db.query(sql`SELECT 1`)
}
