import pg from 'pg'
import { NO_FILTERS, openEngine, PRISMA_DIR, readSchema } from '@/lib/db/engine'

/** Drops comments and `DROP INDEX`: an index that only the migrations know (trigram, INCLUDE, DESC) is meant to be there. */
function withoutHandWritten(script: string): string {
  return script
    .split(/(?<=;)\s*\n/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '' && !statement.startsWith('DROP INDEX'))
    .join('\n')
}

/**
 * What would have to be done to a migrated database so that it is what `schema.prisma` says.
 * @param connectionString a `postgres://` URL.
 * @returns an SQL script, empty when they agree.
 */
export async function schemaDrift(connectionString: string): Promise<string> {
  const schema = readSchema()
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    const engine = await openEngine(pool)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [schema], configDir: PRISMA_DIR },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    })
    engine.free()
    return withoutHandWritten(stdout ?? '')
  } finally {
    await pool.end()
  }
}
