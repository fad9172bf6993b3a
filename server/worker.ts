import { format, stripVTControlCharacters } from 'node:util'
import { log } from '@/lib/telemetry/log'
import { Lifecycle } from './lifecycle'
import { PrimaryMessage, type WorkerMessage } from './workers'

// A worker's side: it does what the primary says. server/workers.ts is the primary's.

const MEGABYTE = 1024 * 1024
const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE)

/** What a process has in memory, as one line. */
export function memoryLine(name: string): string {
  const { rss, heapUsed } = process.memoryUsage()
  const minutes = Math.floor(process.uptime() / 60)
  return `${name}: ${megabytes(rss)} MB of memory, ${megabytes(heapUsed)} MB of it in use by JavaScript, up ${minutes} min.`
}

/** Tells the primary something. @returns what ends when it is on its way. */
function tellPrimary(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else resolve()
  })
}

/** From now on what others, such as Next, write to the standard output by `console` is a line of the log too. */
export function logConsole(): void {
  const tell = (...words: unknown[]) => log().info(stripVTControlCharacters(format(...words)).trim())
  Object.assign(console, { log: tell, info: tell, debug: tell })
}

/** Runs a worker: `start` ends when it listens. It also ends, at once, when the primary is gone (`node:cluster`). */
export async function runWorker(start: (life: Lifecycle) => Promise<void>): Promise<void> {
  logConsole()
  const life = new Lifecycle({ say: () => undefined, fail: (fault) => tellPrimary({ fault }) })
  // A terminal sends these to every process of its group. The primary decides what follows.
  life.onSignal('SIGINT', () => undefined)
  life.onSignal('SIGHUP', () => undefined)
  process.on('message', (message) => {
    const told = PrimaryMessage.safeParse(message).data
    // Not before it starts: a part of it is generated.
    if (told === 'leave') void import('@/lib/status/readiness').then(({ beginLeaving }) => beginLeaving())
    if (told === 'drain') life.stop()
    if (told === 'memory') log().info(memoryLine(`Worker ${process.env.WORKER_NUMBER}`))
  })
  await life.run(async () => {
    await start(life)
    await tellPrimary('ready')
  })
}
