import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'
import { withLock } from './process-lock'
import { ROOT } from './root'
import { siteMode } from './site-mode'

const CLIENT_INPUTS = ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json', 'server/build.ts']
const CLIENT_DIR = path.join('lib', 'db', 'generated')
const CHECKER_DIR = path.join('lib', 'verify', 'generated')
const CHECKER_INPUTS = ['lib', 'components/verify', 'server/build.ts', 'package-lock.json']
const GENERATED: ReadonlySet<string> = new Set([CLIENT_DIR, CHECKER_DIR, path.join('client', 'src', 'generated')])
const BUILD_INPUTS = [
  'app',
  'assets',
  'client/src',
  'components',
  'lib',
  'public',
  'prisma',
  'proxy.bare.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'postcss.config.js',
  'tsconfig.json',
  'package-lock.json',
  'server/site-mode.ts',
  'server/build.ts',
]
const OUTPUT_BYTES_KEPT = 20_000

interface Preparation {
  /** Reports slow steps to the user. */
  say(line: string): void
  /** Aborts a running tool. */
  signal?: AbortSignal
  /** Shows the tools' output as it comes, not only when they fail. */
  verbose?: boolean
}

/** Runs a program of a dependency. Its output is shown when it fails, or always with `verbose`. */
function runTool(
  entry: string,
  args: readonly string[],
  env: Record<string, string>,
  { signal, verbose }: Preparation,
): Promise<void> {
  const program = createRequire(import.meta.url).resolve(entry)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-OUTPUT_BYTES_KEPT)
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
    if (verbose) child.stdout.pipe(process.stdout)
    if (verbose) child.stderr.pipe(process.stderr)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      if (!signal?.aborted && !verbose) console.error(output.trimEnd())
      reject(new Error(`"${path.basename(program)} ${args.join(' ')}" failed; its words are above.`))
    })
  })
}

/** The files below a path, without generated folders; empty when the path does not exist. */
function filesBelow(relative: string): string[] {
  const absolute = path.join(ROOT, relative)
  if (GENERATED.has(relative) || !existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [relative]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesBelow(path.posix.join(relative, name)))
}

/** A hash of the names and contents of files. It ignores times, so a fresh checkout of the same commit has the same hash. */
function fingerprint(entries: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of entries.flatMap(filesBelow)) {
    const content = readFileSync(path.join(ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** A product that is built from the checkout. */
interface Product {
  /** The file that stores the fingerprint of its inputs; relative to the checkout. */
  readonly mark: string
  readonly print: string
  /** A file that must exist for the product to be fresh. */
  readonly needs?: string
  /** The message to the user while it is built. */
  readonly words: string
  make(): Promise<void>
}

/**
 * Builds a product when its inputs have changed. Two starts from one checkout take turns, and the second finds it fresh. The
 * mark is removed during the build, so that a partial product never counts as fresh.
 * @returns whether it was built.
 */
async function ensure({ mark, print, needs = mark, words, make }: Product, { say }: Preparation): Promise<boolean> {
  const file = path.join(ROOT, mark)
  const isFresh = () => existsSync(file) && readFileSync(file, 'utf8') === print && existsSync(path.join(ROOT, needs))
  if (isFresh()) return false
  const locks = path.join(ROOT, 'node_modules', '.cache')
  mkdirSync(locks, { recursive: true })
  const work = async () => {
    if (isFresh()) return false
    say(words)
    rmSync(file, { force: true })
    await make()
    writeFileSync(file, print)
    return true
  }
  return withLock(path.join(locks, 'trellis-build.pid'), work, () => say('Another start is building; waiting for it …'))
}

/** Lists the migrations in a module, for bundles that run without the files (lib/status/readiness.ts). */
function writeMigrationNames(): void {
  const folders = readdirSync(path.join(ROOT, 'prisma', 'migrations'), { withFileTypes: true })
  const names = folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
  const module = `export const MIGRATIONS: readonly string[] = ${JSON.stringify(names)}\n`
  writeFileSync(path.join(ROOT, CLIENT_DIR, 'migrations.ts'), module)
}

/** Generates the database client and the list of migrations. @returns whether it was necessary. */
const ensureClient = (preparation: Preparation) =>
  ensure(
    {
      mark: path.join(CLIENT_DIR, '.fingerprint'),
      print: fingerprint(CLIENT_INPUTS),
      words: 'Generating the database client …',
      async make() {
        const env = {
          // Generating does not use the schema engine, but would download it when missing. Any executable satisfies it.
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
          CHECKPOINT_DISABLE: '1',
        }
        const args = ['generate', '--schema', path.join('prisma', 'schema.prisma')]
        await runTool('prisma/build/index.js', args, env, preparation)
        writeMigrationNames()
      },
    },
    preparation,
  )

/**
 * Bundles the receipt checker into one script that runs offline in any browser; saved receipts embed it
 * (lib/verify/offline-file.ts).
 * @throws Error when the script could end the element that contains it.
 */
async function bundleOfflineChecker(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, 'components', 'verify', 'offline-page.ts')],
    alias: { '@': ROOT },
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'error',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  const script = outputFiles[0]?.text ?? ''
  if (script === '' || /<\/script|<!--/i.test(script)) throw new Error('The checker cannot stand in a page.')
  mkdirSync(path.join(ROOT, CHECKER_DIR), { recursive: true })
  const module = `export const OFFLINE_CHECKER: string = ${JSON.stringify(script)}\n`
  writeFileSync(path.join(ROOT, CHECKER_DIR, 'offline-checker.ts'), module)
}

const ensureOfflineChecker = (preparation: Preparation) =>
  ensure(
    {
      mark: path.join(CHECKER_DIR, '.fingerprint'),
      print: fingerprint(CHECKER_INPUTS),
      words: 'Bundling the offline checker …',
      make: bundleOfflineChecker,
    },
    preparation,
  )

/**
 * Generates the code that is not in the repository: the database client, and the checker that saved receipts embed.
 * @returns whether anything was generated.
 */
export async function ensureGenerated(preparation: Preparation): Promise<boolean> {
  return [await ensureClient(preparation), await ensureOfflineChecker(preparation)].some(Boolean)
}

/** Builds everything that is made from the checkout, in order; used by `npm run build`. */
export async function prepareSite(preparation: Preparation): Promise<void> {
  const isNew = [await ensureGenerated(preparation), await ensureBuild(preparation)].some(Boolean)
  preparation.say(isNew ? 'The site is built.' : 'The site is up to date.')
}

/** Builds the site when its inputs have changed. @returns whether it was necessary. */
export const ensureBuild = (preparation: Preparation): Promise<boolean> =>
  ensure(
    {
      mark: path.join('.next', 'trellis-fingerprint'),
      print: `${siteMode()} ${fingerprint(BUILD_INPUTS)}`,
      needs: path.join('.next', 'BUILD_ID'),
      words: 'Building the site (only after changes; about a minute) …',
      make: () =>
        runTool('next/dist/bin/next', ['build'], { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }, preparation),
    },
    preparation,
  )
