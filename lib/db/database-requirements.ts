import pg from 'pg'
import { z } from 'zod'

// What a database needs before our tables can be in it (docs/database.md#which-postgres).

/** `schema` is the first one of the search path that exists and may be used. */
const FACTS = `SELECT current_schema() AS schema, getdatabaseencoding() AS encoding,
  quote_ident(current_user) AS role, quote_ident(current_database()) AS name`
const FactsRows = z.tuple([
  z.object({ schema: z.string().nullable(), encoding: z.string(), role: z.string(), name: z.string() }),
])

/** Requires a database for our tables: in `public`, which Prisma and backups name, and of every letter. @throws Error in one line. */
export async function requireSuited(pool: pg.Pool): Promise<void> {
  const [{ schema, encoding, role, name }] = FactsRows.parse((await pool.query(FACTS)).rows)
  if (schema !== 'public')
    throw new Error(
      `The tables have to be in the schema public, but the search_path of ${role} leads to ${schema ?? 'no schema'}: ALTER ROLE ${role} IN DATABASE ${name} SET search_path = public (docs/database.md#which-postgres).`,
    )
  if (encoding !== 'UTF8')
    throw new Error(
      `The database is encoded in ${encoding}, which lacks letters: make one with ENCODING 'UTF8' TEMPLATE template0, and move what is in this one by a backup (docs/database.md#which-postgres).`,
    )
}

/** Whether the database folds letters as the search does (lib/search/words.ts), by what `search_words` folds them with. */
const FOLDS = `SELECT ts_lexize('pg_catalog.simple', 'IÜ') = ARRAY['iü'] AS folds`
const FoldsRows = z.tuple([z.object({ folds: z.boolean() })])
const PATIENCE_MS = 5_000

/** Warnings about a migrated database; none when it cannot be asked. @param connectionString a `postgres://` URL. */
export async function databaseWarnings(connectionString: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    application_name: 'trellis-migrate',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const [{ folds }] = FoldsRows.parse((await client.query(FOLDS)).rows)
    if (folds) return []
    return [
      'The locale of the database does not lower every letter as the search does, so searches miss words (“Über” for “über”). Move to a database with the locale C.UTF-8 (docs/database.md#which-postgres).',
    ]
  } catch {
    return []
  } finally {
    await client.end().catch(() => undefined)
  }
}
