import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Db } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { checkRows } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'

// No row and no JSON is typed by assertion (docs/architecture.md#sql-and-prisma).

afterEach(() => {
  vi.unstubAllEnvs()
})

const ROOT = path.resolve(import.meta.dirname, '../..')
const code = ['app', 'components', 'lib', 'sandbox', 'scripts', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(path.join('db', 'generated')))
    .map((file) => path.posix.join(folder, file)),
)
const filesWith = (pattern: RegExp, folder = '') =>
  code.filter((file) => file.startsWith(folder) && pattern.test(readFileSync(path.join(ROOT, file), 'utf8')))

const ItemRow = z.object({ id: z.string(), attempts: z.int(), sentAt: z.date().nullable() })
const row = { id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e', attempts: 1, sentAt: new Date(0) }

test('where tests run, a row is what its schema says, to the column', () => {
  vi.stubEnv('PARSE_ROWS', 'on')
  expect(() => checkRows([row, { ...row, sentAt: null }], ItemRow)).not.toThrow()
  expect(() => checkRows([{ ...row, attempts: '1' }], ItemRow)).toThrow(z.ZodError)
  expect(() => checkRows([{ ...row, more: true }], ItemRow)).toThrow('A row is not what its schema says')
  expect(() => checkRows([row], z.object({ ...ItemRow.shape, id: z.string().toUpperCase() }))).toThrow(
    'A row is not what its schema says',
  )
  expect(() => parseView(ItemRow.pick({ id: true }), '{"id":1}')).toThrow(z.ZodError)
})

test('in production rows and views are taken as they come', () => {
  vi.stubEnv('PARSE_ROWS', '')
  expect(() => checkRows([{ ...row, attempts: '1', more: true }], ItemRow)).not.toThrow()
  expect(parseView(ItemRow.pick({ id: true }), '{"id":1}')).toEqual({ id: 1 })
})

test('the type of a row cannot be asserted', () => {
  const statement = sql`SELECT 1 AS count`
  const asserted = (db: Db, tx: Transaction) => [
    // @ts-expect-error A row needs its schema.
    db.query<{ count: number }>(statement),
    // @ts-expect-error The same where a transaction ends.
    tx.last<{ count: number }>(statement),
    // @ts-expect-error A schema describes: it may not make something else of a row.
    db.query(statement, z.object({ count: z.number().transform(String) })),
  ]
  expect(asserted).toBeTypeOf('function')
  // The driver's own `Query` takes any type at its word.
  expect(filesWith(/\.(?:[qQ]uery|last)<|\b(?:findOne|one)<(?!Row)/, 'lib/')).toEqual(['lib/db/prepared-query.ts'])
})

test('JSON has the type that a schema gives it', () => {
  const typed =
    /(?:const|let) [^=;\n]*: (?!unknown = |z\.output<S> = )[^=;\n]* = (?:await )?(?:JSON\.parse\(|[\w.]+\.json\(\))/
  expect(filesWith(typed)).toEqual([])
})
