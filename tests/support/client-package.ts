import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '@/server/root'

// The client package as its users have it: packed, installed in an empty project, and used as its README says.

/** An empty project that has installed the package. */
export interface ClientProject {
  readonly folder: string
  /** The files of the package, as paths in it. */
  readonly packed: readonly string[]
  write(name: string, text: string): void
  read(name: string): string
  /** Compiles as strictly as can be, the package's own types too, and without the types of Node. @returns what is wrong. */
  compile(...names: string[]): string[]
  remove(): void
}

const npm = (folder: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Packs the package as `npm publish` would, and installs it. */
export function installedClient(): ClientProject {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-client-'))
  npm(path.join(ROOT, 'client'), 'pack', '--pack-destination', folder)
  const [tarball = ''] = readdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n')
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
  const installed = path.join(folder, 'node_modules', '@trellis', 'client')
  const packed = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))
  return {
    folder,
    packed: packed.sort(),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    read: (name) => readFileSync(path.join(folder, name), 'utf8'),
    compile: (...names) => compile(names.map((name) => path.join(folder, name))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Writes the scripts beside their sources. */
function compile(files: readonly string[]): string[] {
  const program = ts.createProgram({
    rootNames: files,
    options: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    },
  })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, messageText }) =>
    [path.basename(file?.fileName ?? ''), ts.flattenDiagnosticMessageText(messageText, ' ')].join(': '),
  )
}

/** A block of code in the package's README. @param info the words after its three ticks. */
export function readmeBlock(info: string): string {
  const text = readFileSync(path.join(ROOT, 'client', 'README.md'), 'utf8')
  const block = new RegExp(`\n\`\`\`${info}\n([\\s\\S]*?)\n\`\`\`\n`).exec(text)?.[1]
  if (block === undefined) throw new Error(`The README of the client has no block ${info}.`)
  return block
}
