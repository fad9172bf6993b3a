import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import ts from 'typescript'
import { OPERATIONS } from '@/client/src/operations'
import { CLIENT, generateTypes } from './generate'

// Builds client/dist, the content of `npm pack` in client/: one script per entry, and their types.

const ROOT = path.dirname(CLIENT)
const DIST = path.join(CLIENT, 'dist')
const ENTRIES = ['index', 'receipt']

/** The file of an import; null for a package. */
function sourceOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return `${path.join(ROOT, specifier.slice(2))}.ts`
  return specifier.startsWith('.') ? `${path.resolve(path.dirname(from), specifier)}.ts` : null
}

/** The declarations of one file. Every export has an explicit type, so that no other file has to be read. */
function declarationsOf(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { isolatedDeclarations: true, declaration: true, target: ts.ScriptTarget.ES2023 },
  })
  const [fault] = diagnostics
  if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
  return outputText
}

/** Writes the types of the entries and of all files that they import into one folder. */
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

/** Replaces the module that computes the operations from the contracts by the finished table. */
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
