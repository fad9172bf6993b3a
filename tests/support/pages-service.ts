import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { ROOT } from '@/server/root'
import { chooseFreePort } from '@/tests/support/ports'

// What `npm start` starts, for page tests. Nothing here needs vitest: a global setup runs outside of it.

/** A free port of loopback. */
export const freePort = (): Promise<number> => chooseFreePort()

export interface RunningService {
  readonly pid: number
  /** What it wrote so far. */
  said(): string
  /** Asks it to end. @returns its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** What the process has in use after a garbage collection, in bytes: it needs `WITH_HEAP_PROBE`. */
  heapBytes(): Promise<number>
}

/** What `npm start` gives to Node. */
export const FROM_SOURCES = ['--import', 'tsx', path.join('server', 'main.ts')]
/** The same for a service that is asked for its memory. */
export const WITH_HEAP_PROBE = [
  '--expose-gc',
  '--import',
  'tsx',
  '--import',
  './tests/support/heap-probe.ts',
  path.join('server', 'main.ts'),
]

/**
 * Starts the real process and waits until it says that it is ready; a build that it needs may take a minute.
 * @param settings its variables; nothing else is inherited but what every process needs.
 * @param words of Node's command line.
 */
export async function startService(
  settings: Record<string, string>,
  words: readonly string[] = FROM_SOURCES,
): Promise<RunningService> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    // As under npm, so that it ends with the tests however those end.
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      TMPDIR,
      npm_lifecycle_event: 'test',
      WEB_CONCURRENCY: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.channel?.unref()
  let said = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('is ready')) resolve()
      })
    }
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error(`The service did not start:\n${said}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async heapBytes() {
      const told = once(child, 'message')
      child.send('heap')
      return z
        .tuple([z.number()])
        .rest(z.unknown())
        .parse(await told)[0]
    },
  }
}
