import { format, stripVTControlCharacters } from 'node:util'
import { logBounded } from '@/lib/telemetry/bounded-log'
import { faultWords, log } from '@/lib/telemetry/log'
import { Lifecycle } from './lifecycle'
import { PrimaryMessage, type WorkerMessage } from './workers'

// The worker's side: it obeys the primary. server/workers.ts is the primary's side.

/** The argument that marks a worker of the embedded default. */
export const EMBEDDED = '--embedded'

const MEGABYTE = 1024 * 1024
const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE)

/** The memory use of a process, as one line. */
export function memoryLine(name: string): string {
  const { rss, heapUsed } = process.memoryUsage()
  const minutes = Math.floor(process.uptime() / 60)
  return `${name}: ${megabytes(rss)} MB of memory, ${megabytes(heapUsed)} MB of it in use by JavaScript, up ${minutes} min.`
}

/** Sends a message to the primary. @returns a promise that resolves when it is sent. */
function tellPrimary(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else resolve()
  })
}

/** Whether it is a refusal, which its caller was answered with: by name, because the pages' bundle has a class of its own. */
const isRefusal = (word: unknown) => word instanceof Error && word.name === 'Refusal'

/**
 * Redirects `console`, which others such as Next use, to the log. It tells of a fault no more than the log does of its own, and
 * no more often: Next writes of each request that it could not answer.
 */
export function logConsole(): void {
  const tellAt =
    (level: 'info' | 'warn' | 'error') =>
    (...words: unknown[]) => {
      const told = words.map((word) => (word instanceof Error ? faultWords(word) : word))
      logBounded(
        level === 'error' && words.some(isRefusal) ? 'warn' : level,
        {},
        stripVTControlCharacters(format(...told)).trim(),
      )
    }
  const tell = tellAt('info')
  Object.assign(console, { log: tell, info: tell, debug: tell, warn: tellAt('warn'), error: tellAt('error') })
}

/** Runs a worker. `start` resolves when it listens. The worker exits at once when the primary is gone (`node:cluster`). */
export async function runWorker(start: (life: Lifecycle) => Promise<void>): Promise<void> {
  logConsole()
  const life = new Lifecycle({ say: () => undefined, fail: (fault) => tellPrimary({ fault }) })
  // A terminal sends these signals to its whole process group. The primary decides what to do.
  life.onSignal('SIGINT', () => undefined)
  life.onSignal('SIGHUP', () => undefined)
  process.on('message', (message) => {
    const order = PrimaryMessage.safeParse(message).data
    // Imported late: part of it is generated during the start.
    if (order === 'leave') void import('@/lib/status/readiness').then(({ beginLeaving }) => beginLeaving())
    if (order === 'drain') life.stop()
    if (order === 'ping') void tellPrimary('alive')
    if (order === 'memory') log().info(memoryLine(`Worker ${process.env.WORKER_NUMBER}`))
  })
  await life.run(async () => {
    await start(life)
    await tellPrimary('ready')
  })
}
