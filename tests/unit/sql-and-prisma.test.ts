import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Where SQL and Prisma's client may be (docs/architecture.md#sql-and-prisma).

const ROOT = path.resolve(import.meta.dirname, '../..')
const files = ['app', 'components', 'lib', 'sandbox', 'scripts', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(path.join('db', 'generated')))
    .map((file) => ({
      file: path.posix.join(folder, file),
      text: readFileSync(path.join(ROOT, folder, file), 'utf8'),
    })),
)
/** The files that import a value of a module; types are nobody's voice. */
const importersOf = (module: string) =>
  files
    .filter(({ text }) => new RegExp(`^(?:import (?!type )|\\} from ).*'${module}'`, 'm').test(text))
    .map(({ file }) => file)

const sql = importersOf('@/lib/db/sql')
const prisma = importersOf('@/lib/db/prisma')

test('a file speaks SQL or Prisma, not both', () => {
  expect(sql.length).toBeGreaterThan(0)
  expect(prisma.length).toBeGreaterThan(0)
  expect(sql.filter((file) => prisma.includes(file))).toEqual([])
})

test('only lib speaks SQL', () => {
  expect(sql.filter((file) => !file.startsWith('lib/'))).toEqual([])
})

test('Prisma’s client is for the reads of pages', () => {
  expect(prisma.filter((file) => !/^lib\/[^/]+\/page-queries\.ts$/.test(file))).toEqual([])
})
