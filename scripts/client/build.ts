import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import ts from 'typescript'
import { OPERATIONS } from '@/client/src/operations'
import { CLIENT, generateTypes } from './generate'

// Makes client/dist, which `npm pack` in client/ packs: a script for each entry, and the types that they lead to.

const ROOT = path.dirname(CLIENT)
const DIST = path.join(CLIENT, 'dist')
const ENTRIES = ['index', 'receipt']

/** Where an import leads; null for what is no file of ours. */
function sourceOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return `${path.join(ROOT, specifier.slice(2))}.ts`
  return specifier.startsWith('.') ? `${path.resolve(path.dirname(from), specifier)}.ts` : null
}

/** The declarations of a file alone: every export says its own type, so that no other file has to be read. */
function declarationsOf(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2023 },
  })
  const [fault] = diagnostics
  if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
  return outputText
}

/** Writes the types of the entries and of whatever they name, side by side. */
function writeTypes(): void {
  const files = ENTRIES.map((entry) => path.join(CLIENT, 'src', `${entry}.ts`))
  const written = new Map<string, string>()
  for (const file of files) {
    const name = path.basename(file, '.ts')
    if (written.get(name) === file) continue
    if (written.has(name)) throw new Error(`Two files of the package's types are called ${name}.`)
    written.set(name, file)
    const types = declarationsOf(file).replace(
      /(from |import\()(['"])([^'"]+)\2/g,
      (whole, before, quote, specifier) => {
        const source = sourceOf(file, specifier)
        if (source === null) throw new Error(`The package's types need ${specifier}: ${whole} in ${file}`)
        files.push(source)
        return `${before}${quote}./${path.basename(source, '.ts')}.js${quote}`
      },
    )
    writeFileSync(path.join(DIST, `${name}.d.ts`), types)
  }
}

/** Puts the table of the operations in the place of the contracts that it is made from. */
const tableOfOperations: Plugin = {
  name: 'table-of-operations',
  setup({ onLoad }) {
    const contents = `export const OPERATIONS = ${JSON.stringify(OPERATIONS)}`
    onLoad({ filter: /client[\\/]src[\\/]operations\.ts$/ }, () => ({ contents }))
  },
}

await generateTypes()
rmSync(DIST, { recursive: true, force: true })
mkdirSync(DIST)
await build({
  entryPoints: ENTRIES.map((entry) => path.join(CLIENT, 'src', `${entry}.ts`)),
  outdir: DIST,
  alias: { '@': ROOT },
  bundle: true,
  format: 'esm',
  legalComments: 'none',
  logLevel: 'error',
  minify: true,
  platform: 'browser',
  plugins: [tableOfOperations],
  target: 'es2022',
})
writeTypes()
