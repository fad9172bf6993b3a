import pg from 'pg'

/** Two cores serve the database and us. */
const CONNECTIONS = 2
/** What their triggers would write row by row is loaded like the rest. */
const LOADED_BARE = ['SeedEntry', 'SeedBalance', 'Challenge', 'Milestone']

/**
 * Loads rows in bulk: what slows a load (secondary indexes, foreign keys, triggers) is taken away before and put back,
 * exactly as it was, after it.
 * @param first statements to run before the others, one by one.
 * @param inserts statements that do not depend on each other.
 */
export async function bulkLoad(url: string, first: readonly string[], inserts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const column = async (statement: string): Promise<string[]> =>
    (await client.query({ text: statement, rowMode: 'array' })).rows.map(([value]) => value)
  const foreignKeys =
    await column(`SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`)
  const indexes =
    await column(`SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`)
  await client.query(`DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', d.t, d.conname); END LOOP;
    FOR d IN SELECT c.oid::regclass AS i FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.indexrelid) LOOP EXECUTE format('DROP INDEX %s', d.i); END LOOP;
  END $$`)
  for (const table of LOADED_BARE) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  for (const statement of first) await client.query(statement)

  await shareOut(url, inserts)
  for (const table of LOADED_BARE) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
  await client.end()
  await shareOut(url, indexes)
  await shareOut(url, foreignKeys)
  await shareOut(url, ['VACUUM (ANALYZE)'])
}

/** Runs statements on a few connections side by side. */
async function shareOut(url: string, statements: readonly string[]): Promise<void> {
  const queue = [...statements]
  const work = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("SET maintenance_work_mem = '256MB'")
    await client.query("SET work_mem = '128MB'")
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await client.query(next)
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}
