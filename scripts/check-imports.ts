import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

// Fails if folders of `lib` import each other in a cycle, including type-only imports (docs/architecture.md#areas).
// The linter checks cycles of files (`noImportCycles`).

const LIB = path.resolve(import.meta.dirname, '../lib')

/** The areas that an area's files import. */
function importsOf(area: string): Set<string> {
  const found = readdirSync(path.join(LIB, area), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap((file) => ts.preProcessFile(readFileSync(path.join(LIB, area, file), 'utf8')).importedFiles)
    .flatMap(({ fileName }) => /^@\/lib\/([^/]+)\//.exec(fileName)?.[1] ?? [])
    .filter((other) => other !== area)
  return new Set(found)
}

const areas = readdirSync(LIB, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
const imports = new Map(areas.map((area) => [area, importsOf(area)]))

/** The folders of an import cycle through one folder; null without a cycle. */
function circleOf(start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const from of queue) {
    for (const to of imports.get(from) ?? []) {
      if (cameFrom.has(to)) continue
      cameFrom.set(to, from)
      queue.push(to)
    }
  }
  if (!cameFrom.has(start)) return null
  const way = [start]
  for (let at = cameFrom.get(start); at && at !== start; at = cameFrom.get(at)) way.unshift(at)
  return [start, ...way]
}

for (const area of areas) {
  const circle = circleOf(area)
  if (!circle) continue
  console.error(`Folders of lib import each other in a circle: ${circle.join(' → ')}`)
  process.exitCode = 1
}
