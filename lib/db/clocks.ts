import { isCompared } from '@/lib/clock'
import { db } from '@/lib/db/db'
import { StorageAway } from '@/lib/db/faults'
import { sql } from '@/lib/db/sql'

/** An answer that is late says too little about the time (lib/clock.ts), so the database is asked again. */
const QUESTIONS_MAX = 3

/** Whoever takes a connection of the pool compares the clocks (lib/db/pool.ts). */
const takeConnection = () => db.run(sql`SELECT 1`)

/**
 * Sees to it that this machine's clock was compared with the database's since it started or stepped, before somebody acts by the time.
 * @param compare compares them; by default over the pool.
 * @throws StorageAway when the database cannot be asked, or answers too slowly each time.
 */
export async function requireComparedClocks(compare: () => Promise<unknown> = takeConnection): Promise<void> {
  for (let asked = 0; !isCompared(); asked++) {
    if (asked === QUESTIONS_MAX) throw new StorageAway('The database is too slow to tell the time by it.')
    await compare()
  }
}
