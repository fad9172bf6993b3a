import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'

const SCHEMA_DIR = path.resolve(import.meta.dirname, '..', '..', 'prisma')
/** `pg_type.oid` of the catalogue's one-byte `"char"`, which the adapter cannot name, and of `text`. */
const CHAR_OID = 18
const TEXT_OID = 25

let loading: ReturnType<typeof loadEngine> | undefined

/** The engine's module keeps its memory in globals: it is started once per process. */
async function loadEngine() {
  // Where the engine leaves its last words; without it a panic hides behind a TypeError.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (words: string) => console.error(words) } })
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  // The package's own entry imports the `.wasm` file as a module, which Node does only behind a flag.
  const { instance } = await WebAssembly.instantiate(readFileSync(entry.replace(/\.js$/, '.wasm')), {
    './schema_engine_bg.js': { ...engine },
  })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return engine.SchemaEngine
}

/**
 * A factory whose adapter also reads the `"char"` columns of the catalogue, which Prisma's own refuses although its engine
 * asks for them.
 */
function catalogFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const charColumns = new WeakMap<object, number[]>()
  const query = pool.query.bind(pool)
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
      const result = await query(config)
      const found = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
      for (const field of result.fields) {
        if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID
      }
      charColumns.set(result.rows, found)
      return result
    },
  })
  const base = new PrismaPg(pool)
  const connect = async () => {
    const adapter = await base.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    return Object.assign(adapter, {
      async queryRaw(sql: SqlQuery): Promise<SqlResultSet> {
        const result = await queryRaw(sql)
        for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character
        return result
      },
    })
  }
  return { provider: 'postgres', adapterName: base.adapterName, connect, connectToShadowDb: connect }
}

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
  const file = path.join(SCHEMA_DIR, 'schema.prisma')
  const schema = { path: file, content: readFileSync(file, 'utf8') }
  loading ??= loadEngine()
  const SchemaEngine = await loading
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(catalogFactory(pool))
    const engine = await SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => undefined, adapter)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [schema], configDir: SCHEMA_DIR },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    engine.free()
    return withoutHandWritten(stdout ?? '')
  } finally {
    await pool.end()
  }
}
