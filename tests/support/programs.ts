import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { nodeBundle } from '@/server/build'

// What is started as a process of its own. Nothing here needs vitest: a global setup runs outside of it.

const PROGRAMS = ['instance', 'worker-service']

/**
 * Bundles what tests start as processes of their own: such a process starts in a third of the time that it needs to load
 * hundreds of TypeScript files.
 * @param root the checkout.
 * @returns the programs' folder, which lies below the checkout's node_modules, where packages are found from.
 */
export async function bundlePrograms(root: string): Promise<string> {
  const cache = path.join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'trellis-programs-'))
  await build({
    ...nodeBundle(root),
    entryPoints: PROGRAMS.map((name) => path.join(root, 'tests', 'support', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
  })
  return folder
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
