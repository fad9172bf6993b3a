import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { ROOT } from '../../server/root'
import { copyTrackedFiles } from '../../tests/support/bare-site'

// Stryker does not mutate the SQL in template literals. This file does, one operator at a time, in a copy of the repository
// for each runner.

/** Patterns and their replacements. Each match is one mutant. */
const CHANGES: readonly (readonly [found: RegExp, instead: (found: string) => string])[] = [
  [/\bAND\b/g, () => 'OR'],
  [/\bOR\b/g, () => 'AND'],
  [/\bIS NOT NULL\b/g, () => 'IS NULL'],
  [/\bIS NULL\b/g, () => 'IS NOT NULL'],
  [/\bNOT (?=EXISTS|\$\{)/g, () => ''],
  [/(?<!NOT )\bEXISTS (?=\()/g, () => 'NOT EXISTS '],
  [/(?<=\s)(?:<>|>=|<=|=|<|>)(?=\s)/g, (operator) => ({ '=': '<>', '<>': '=', '>': '<=', '<': '>=' })[operator] ?? '='],
  [/-(?=\w+\.amount)/g, () => ''],
  [/\bsum\(/g, () => 'max('],
  [/\bDESC\b/g, () => 'ASC'],
  [/\bDISTINCT ON \([^)]*\)/g, () => ''],
]

interface SqlMutant {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly change: string
}

/** The text parts of a template literal, without its `${…}`. */
function pieces(node: ts.Node): ts.LiteralLikeNode[] {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return [node]
  if (!ts.isTemplateExpression(node)) return []
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
}

/** All mutants of the SQL in a file. */
function sqlMutants(file: string, source: string): SqlMutant[] {
  const mutants: SqlMutant[] = []
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    for (const piece of pieces(node)) {
      const from = piece.getStart(tree)
      const written = source.slice(from, piece.getEnd())
      for (const [found, instead] of CHANGES) {
        for (const match of written.matchAll(found)) {
          const at = from + match.index
          const replaced = instead(match[0])
          mutants.push({
            file,
            line: tree.getLineAndCharacterOfPosition(at).line + 1,
            text: source.slice(0, at) + replaced + source.slice(at + match[0].length),
            change: `${match[0].trim()} → ${replaced.trim() || 'nothing'}`,
          })
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return mutants
}

/** Copies the tracked and generated files to a folder. */
function copyTree(to: string): string {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const generated = ['lib/db/generated', 'lib/verify/generated', 'client/src/generated', 'client/dist']
  copyTrackedFiles(to)
  for (const folder of generated) cpSync(path.join(ROOT, folder), path.join(to, folder), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(to, 'node_modules'))
  return to
}

/** Whether the tests pass in a tree. */
function passes(tree: string, databaseUrl: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const vitest = spawn('npx', ['vitest', 'run', '--config', 'tests/setup/mutation.config.ts', '--bail', '1'], {
      cwd: tree,
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
      stdio: 'ignore',
    })
    vitest.once('error', reject)
    vitest.once('exit', (code) => resolve(code === 0))
  })
}

/**
 * Runs the tests of `MUTATION_TESTS` on each mutant of the files' SQL, and prints the surviving ones.
 * @throws Error when the tests fail without a mutation.
 */
export async function trySqlMutants(
  files: readonly string[],
  folder: string,
): Promise<{ made: number; unnoticed: number }> {
  const waiting = files.flatMap((file) => sqlMutants(file, readFileSync(path.join(ROOT, file), 'utf8')))
  const made = waiting.length
  if (made === 0) return { made, unnoticed: 0 }
  const server = await startThrowawayPostgres({ max_connections: '200' })
  let unnoticed = 0
  const work = async (tree: string) => {
    if (!(await passes(tree, server.url))) throw new Error('The tests fail before anything is changed.')
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const place = path.join(tree, mutant.file)
      writeFileSync(place, mutant.text)
      if (await passes(tree, server.url)) {
        unnoticed += 1
        console.log(`[Survived] SQL ${mutant.file}:${mutant.line} ${mutant.change}`)
      }
      writeFileSync(place, readFileSync(path.join(ROOT, mutant.file)))
    }
  }
  try {
    await Promise.all(['sql-1', 'sql-2'].map((name) => work(copyTree(path.join(ROOT, folder, name)))))
  } finally {
    await server.stop()
  }
  return { made, unnoticed }
}
