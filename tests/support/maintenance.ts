import pg from 'pg'

/** Acts on the server of a database by way of the database that every server has. */
export async function maintain<Value>(serverUrl: string, act: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const maintenance = new URL(serverUrl)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

const isInUse = (fault: unknown) => fault instanceof pg.DatabaseError && fault.code === '55006'

/**
 * Drops a database whoever is still connected to it. `WITH (FORCE)` would be refused where autovacuum is at work: only a
 * superuser may end it. Without it Postgres cancels autovacuum itself, and our own connections are ended here.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  )
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name}`)
  } catch (fault) {
    // It waited five seconds for those that were ended: a busy machine may need more.
    if (!isInUse(fault)) throw fault
    await dropDatabase(client, name)
  }
}
