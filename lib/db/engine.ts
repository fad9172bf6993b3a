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

/** `pg_type.oid` of the catalogue's one-byte `"char"`, a type that the adapter does not know, and of `text`. */
const CHAR_OID = 18
const TEXT_OID = 25

// The engine's module keeps its state in module variables, which a second start would corrupt. So the engine is started
// once per process, however often this module is loaded.
declare global {
  var prismaSchemaEngine: ReturnType<typeof loadEngine> | undefined
}

async function loadEngine() {
  // The engine reports a panic here. Without it, a panic shows only as a TypeError.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (words: string) => console.error(words) } })
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  // The package's own entry imports the `.wasm` file as a module, which Node supports only behind a flag.
  const { instance } = await WebAssembly.instantiate(readFileSync(entry.replace(/\.js$/, '.wasm')), {
    './schema_engine_bg.js': { ...engine },
  })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return engine.SchemaEngine
}

/**
 * Prisma's adapter over a pool, with two fixes. It reads the catalogue's `"char"` columns; the original rejects them
 * although the engine selects them. It sends a script as a whole; the original splits it at every semicolon and so breaks
 * function bodies.
 * @param noteFault receives the driver's error of each statement that fails: the engine's own lacks its code.
 */
function adapterFactory(pool: pg.Pool, noteFault: (fault: unknown) => void): SqlMigrationAwareDriverAdapterFactory {
  const charColumns = new WeakMap<object, number[]>()
  const query = pool.query.bind(pool)
  const noted = <Answer>(answer: Promise<Answer>) =>
    answer.catch((fault: unknown) => {
      noteFault(fault)
      throw fault
    })
  const runScript = async (script: string) => void (await noted(query(script)))
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
      const result = await noted(query(config))
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

/** The schema in the form that the engine takes. */
export function readSchema(): { path: string; content: string } {
  const file = path.join(PRISMA_DIR, 'schema.prisma')
  return { path: file, content: readFileSync(file, 'utf8') }
}

/**
 * Opens Prisma's schema engine (WASM) in this process. Call `free` when done.
 * @param pool a pool for this purpose alone: its `query` is replaced.
 * @param noteFault see `adapterFactory`.
 */
export async function openEngine(pool: pg.Pool, noteFault: (fault: unknown) => void = () => undefined) {
  globalThis.prismaSchemaEngine ??= loadEngine()
  const SchemaEngine = await globalThis.prismaSchemaEngine
  const schema = readSchema()
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool, noteFault))
  return SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => undefined, adapter)
}
