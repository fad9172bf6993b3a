import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { WITHOUT_ENV_FILES } from './pages/next'
import { CHECKER_DIR, CLIENT_DIR, ensure, fingerprint, type Preparation } from './product'
import { ROOT } from './root'
import { builtOrigin, siteMode } from './site-mode'

const CLIENT_INPUTS = ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json', 'server/build.ts']
const CHECKER_INPUTS = ['lib', 'components/verify', 'server/build.ts', 'package-lock.json']
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
  const made = [await ensureGenerated(preparation), await ensureBuild(preparation)]
  if (siteMode() === 'front') made.push(await ensureWorker(preparation))
  const isNew = made.some(Boolean)
  preparation.say(isNew ? 'The site is built.' : 'The site is up to date.')
}

/**
 * The fingerprint of what the site is built from. Where it stands alone, the build writes the headers of its origin into it; before
 * our server, which replaces these, another origin needs no other build.
 */
export function siteFingerprint(environment: NodeJS.ProcessEnv = process.env): string {
  const mode = siteMode(environment)
  const words = mode === 'bare' ? [mode, builtOrigin(environment)] : [mode]
  return [...words, fingerprint(BUILD_INPUTS)].join(' ')
}

/** What `next build` is told. Where the site stands alone, Next alone reads the environment while it runs, so there it may take `.env` files. */
function buildVariables(): Record<string, string> {
  const own = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  return siteMode() === 'front' ? { ...own, ...WITHOUT_ENV_FILES } : own
}

/** Builds the site when its inputs have changed. @returns whether it was necessary. */
export const ensureBuild = (preparation: Preparation): Promise<boolean> =>
  ensure(
    {
      mark: path.join('.next', 'trellis-fingerprint'),
      print: siteFingerprint(),
      needs: path.join('.next', 'BUILD_ID'),
      words: 'Building the site (only after changes; about a minute) …',
      make: () => runTool('next/dist/bin/next', ['build'], buildVariables(), preparation),
    },
    preparation,
  )

/** The program of a worker (server/worker-main.ts) in one file. */
export const WORKER = path.join('.next', 'trellis-worker.mjs')
const WORKER_INPUTS = ['server', 'lib', 'components', 'client/src', 'prisma', 'tsconfig.json', 'package-lock.json']

/** How esbuild bundles a program of a checkout for Node. Packages stay in `node_modules`. */
export const nodeBundle = (root: string) =>
  ({
    alias: { '@': root },
    bundle: true,
    format: 'esm',
    logLevel: 'error',
    packages: 'external',
    platform: 'node',
    target: 'node20',
  }) as const satisfies BuildOptions

/** How esbuild bundles the program of a worker. */
export const WORKER_BUNDLE = {
  ...nodeBundle(ROOT),
  entryPoints: [path.join(ROOT, 'server', 'worker-main.ts')],
  outfile: path.join(ROOT, WORKER),
} as const satisfies BuildOptions

/**
 * Bundles the program of a worker when its inputs have changed. From its sources, a worker would need the TypeScript loader
 * (and a third more memory), and seconds to load hundreds of files. It stands in the folder of the site, which a build of that empties,
 * so the site comes first.
 * @returns whether it was necessary.
 */
export const ensureWorker = (preparation: Preparation): Promise<boolean> =>
  ensure(
    {
      mark: path.join('.next', 'trellis-worker-fingerprint'),
      print: fingerprint(WORKER_INPUTS),
      needs: WORKER,
      words: 'Bundling the workers’ program …',
      async make() {
        await build(WORKER_BUNDLE)
      },
    },
    preparation,
  )
