import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fingerprint, isFresh, remake } from './fingerprint'
import { bundleOfflineChecker, OFFLINE_CHECKER_DIR } from './offline-checker'
import { withLock } from './process-lock'
import { siteMode } from './site-mode'

export const ROOT = path.resolve(import.meta.dirname, '..')

const CLIENT_INPUTS = ['prisma', 'prisma.config.ts', 'node_modules/prisma/package.json', 'server/build.ts']
const CLIENT_DIR = path.join('lib', 'db', 'generated')
const CHECKER_INPUTS = ['lib', 'components/verify', 'server/offline-checker.ts', 'package-lock.json']
const GENERATED = [CLIENT_DIR, OFFLINE_CHECKER_DIR, path.join('client', 'src', 'generated')]
const BUILD_INPUTS = [
  'app',
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
  'server/offline-checker.ts',
]
const OUTPUT_BYTES_KEPT = 20_000

interface Preparation {
  /** Tells people what takes time. */
  say(line: string): void
  /** Ends what is under way. */
  signal?: AbortSignal
  /** Whether the tools' own words are shown as they come, and not only when they fail. */
  verbose?: boolean
}

/** Runs a program of a dependency; its output is shown only when it fails. */
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

/** Two starts from one checkout prepare it one after the other; the second then finds everything fresh. */
function withBuildLock<T>({ say }: Preparation, work: () => Promise<T>): Promise<T> {
  const folder = path.join(ROOT, 'node_modules', '.cache')
  mkdirSync(folder, { recursive: true })
  return withLock(path.join(folder, 'trellis-build.pid'), work, () =>
    say('Another start is building; waiting for it …'),
  )
}

/** Lists the migrations in a module, so that a bundle knows them where the files are not (lib/status/readiness.ts). */
function writeMigrationNames(): void {
  const folders = readdirSync(path.join(ROOT, 'prisma', 'migrations'), { withFileTypes: true })
  const names = folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
  const module = `export const MIGRATIONS: readonly string[] = ${JSON.stringify(names)}\n`
  writeFileSync(path.join(ROOT, CLIENT_DIR, 'migrations.ts'), module)
}

/**
 * Generates the database client, and the names of the migrations, when one of them has changed since.
 * @returns whether it had to.
 */
async function ensureClient(preparation: Preparation): Promise<boolean> {
  const mark = path.join(ROOT, CLIENT_DIR, '.fingerprint')
  const print = fingerprint(ROOT, CLIENT_INPUTS)
  if (isFresh(mark, print)) return false
  return withBuildLock(preparation, async () => {
    if (isFresh(mark, print)) return false
    preparation.say('Generating the database client …')
    const env = {
      // Generating needs no schema engine, but looks for one and would download it: any executable will do.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    }
    const args = ['generate', '--schema', path.join('prisma', 'schema.prisma')]
    await remake(mark, print, async () => {
      await runTool('prisma/build/index.js', args, env, preparation)
      writeMigrationNames()
    })
    return true
  })
}

/** Bundles the checker that a saved receipt carries, when anything that goes into it has changed since. */
async function ensureOfflineChecker(preparation: Preparation): Promise<boolean> {
  const mark = path.join(ROOT, OFFLINE_CHECKER_DIR, '.fingerprint')
  const print = fingerprint(ROOT, CHECKER_INPUTS, GENERATED)
  if (isFresh(mark, print)) return false
  return withBuildLock(preparation, async () => {
    if (isFresh(mark, print)) return false
    preparation.say('Bundling the offline checker …')
    await remake(mark, print, () => bundleOfflineChecker(ROOT))
    return true
  })
}

/**
 * Makes the code that is generated and not kept: the database client and the checker that a saved receipt carries.
 * @returns whether anything had to be made.
 */
export async function ensureGenerated(preparation: Preparation): Promise<boolean> {
  return [await ensureClient(preparation), await ensureOfflineChecker(preparation)].some(Boolean)
}

/** What `npm run build` does, and `npm start` beside other steps: everything that is made from the checkout, in order. */
export async function prepareSite(preparation: Preparation): Promise<void> {
  const isNew = [await ensureGenerated(preparation), await ensureBuild(preparation)].some(Boolean)
  preparation.say(isNew ? 'The site is built.' : 'The site is up to date.')
}

/**
 * Builds the site when anything that goes into it has changed since.
 * @returns whether it had to.
 */
export async function ensureBuild(preparation: Preparation): Promise<boolean> {
  const mark = path.join(ROOT, '.next', 'trellis-fingerprint')
  const print = `${siteMode()} ${fingerprint(ROOT, BUILD_INPUTS, GENERATED)}`
  const fresh = () => isFresh(mark, print) && existsSync(path.join(ROOT, '.next', 'BUILD_ID'))
  if (fresh()) return false
  return withBuildLock(preparation, async () => {
    if (fresh()) return false
    preparation.say('Building the site (only after changes; about a minute) …')
    const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
    await remake(mark, print, () => runTool('next/dist/bin/next', ['build'], env, preparation))
    return true
  })
}
