import type pg from 'pg'

/** All that is stored, by its table; not the counters of requests, of calls to the platform, and of bytes in use. */
export async function stored(sql: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await sql.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('RateLimit', 'PlatformCall', 'EvidenceUsage')`,
  )
  const digests = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) || ' ' || md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest
      FROM "${name}" t`,
  )
  const { rows } = await sql.query(digests.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
