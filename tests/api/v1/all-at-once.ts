import type { World } from '@/tests/support/world'

/** The service itself waits three seconds for its turn and two for a lock. */
const PATIENCE_MS = 1_500

async function countWaiting(world: World): Promise<number> {
  const { rows } = await world.sql.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}

/**
 * Makes requests meet: holds a lock of the database until so many of them wait for one, then lets them all go on.
 * @param lock the statement that takes the lock. @param values its parameters.
 */
export async function allAtOnce<T>(
  world: World,
  { lock, values = [], waiting }: { lock: string; values?: unknown[]; waiting: number },
  requests: () => Promise<T>[],
): Promise<T[]> {
  const holder = await world.sql.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(lock, values)
    const replies = Promise.all(requests())
    const until = Date.now() + PATIENCE_MS
    while ((await countWaiting(world)) < waiting) {
      // On a machine too slow for that, those who have come go on: the outcome has to be the same.
      if (Date.now() > until) break
    }
    await holder.query('COMMIT')
    return await replies
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}
