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
import type pg from 'pg'

export const PRISMA_DIR = path.resolve(import.meta.dirname, '..', '..', 'prisma')
export const NO_FILTERS = { externalTables: [], externalEnums: [] }

/** `pg_type.oid` of the catalogue's one-byte `"char"`, which the adapter cannot name, and of `text`. */
const CHAR_OID = 18
const TEXT_OID = 25

// The engine's module keeps its memory in variables of its own, which a second start would spoil for the first: it is started
// once per process, however often this module is loaded.
declare global {
  var prismaSchemaEngine: ReturnType<typeof loadEngine> | undefined
}

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
 * Prisma's adapter over a pool, mended in two places: it reads the `"char"` columns of the catalogue, which its own
 * refuses although the engine asks for them, and it sends a script whole, where its own cuts at every semicolon and so
 * breaks function bodies.
 */
function adapterFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const charColumns = new WeakMap<object, number[]>()
  const query = pool.query.bind(pool)
  const runScript = async (script: string) => void (await query(script))
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
      executeScript: runScript,
      async queryRaw(sql: SqlQuery): Promise<SqlResultSet> {
        const result = await queryRaw(sql)
        for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character
        return result
      },
    })
  }
  return { provider: 'postgres', adapterName: base.adapterName, connect, connectToShadowDb: connect }
}

/** The schema as the engine takes it. */
export function readSchema(): { path: string; content: string } {
  const file = path.join(PRISMA_DIR, 'schema.prisma')
  return { path: file, content: readFileSync(file, 'utf8') }
}

/** Prisma's schema engine (WASM), in this process, over a pool of its own. Call `free` when done. */
export async function openEngine(pool: pg.Pool) {
  globalThis.prismaSchemaEngine ??= loadEngine()
  const SchemaEngine = await globalThis.prismaSchemaEngine
  const schema = readSchema()
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool))
  return SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => undefined, adapter)
}
