import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

// Tells the circles that the folders of `lib` make by importing each other, type-only imports included. It is a part of
// `npm run check` and fails nothing. Circles of files are the linter's (`noImportCycles`).

const LIB = path.resolve(import.meta.dirname, '../lib')

/** The areas that an area's files import, once for each import. */
function importsOf(area: string): string[] {
  return readdirSync(path.join(LIB, area), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap((file) => ts.preProcessFile(readFileSync(path.join(LIB, area, file), 'utf8')).importedFiles)
    .flatMap(({ fileName }) => /^@\/lib\/([^/]+)\//.exec(fileName)?.[1] ?? [])
    .filter((other) => other !== area)
}

const areas = readdirSync(LIB, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
const imports = new Map(areas.map((area) => [area, importsOf(area)]))
const count = (from: string, to: string) => imports.get(from)?.filter((area) => area === to).length ?? 0

/** Every area that imports lead to from one, over others too. A set grows while it is walked. */
function reached(from: string): Set<string> {
  const found = new Set(imports.get(from))
  for (const area of found) for (const next of imports.get(area) ?? []) found.add(next)
  return found
}

const reach = new Map(areas.map((area) => [area, reached(area)]))
const inCircle = areas.filter((area) => reach.get(area)?.has(area))
const circleOf = (area: string) =>
  inCircle.filter((other) => reach.get(area)?.has(other) && reach.get(other)?.has(area))

for (const circle of new Set(inCircle.map((area) => circleOf(area).join(' ')))) {
  console.log(`A circle of folders in lib: ${circle.replaceAll(' ', ', ')}`)
  const pairs = circle.split(' ').flatMap((from, at, all) => all.slice(at + 1).map((to) => [from, to] as const))
  for (const [from, to] of pairs.filter(([from, to]) => count(from, to) > 0 && count(to, from) > 0))
    console.log(`  ${from} → ${to}: ${count(from, to)} imports; back: ${count(to, from)}`)
}
