import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { log } from '@/lib/telemetry/log'
import { nextDelay } from './back-off'
import { oneLine } from './lifecycle'

// The primary's side: it keeps the workers running. server/worker.ts is the workers' side.

/** How often it is looked whether the last messages of a worker have arrived. */
const LAST_MESSAGES_POLL_MS = 10

/** A message of a worker: it listens, it is alive, or why it cannot listen. */
export const WorkerMessage = z.union([z.enum(['ready', 'alive']), z.object({ fault: z.string() })])
export type WorkerMessage = z.infer<typeof WorkerMessage>

/** A message to a worker: the whole service is about to end, finish your work, log your memory use, or say that you are alive. */
export const PrimaryMessage = z.enum(['leave', 'drain', 'memory', 'ping'])
type PrimaryMessage = z.infer<typeof PrimaryMessage>

/**
 * Node's own arguments for a worker, whose program is JavaScript: those of the primary, but for the TypeScript loader.
 * @example withoutLoader(['--import', 'tsx', '--max-old-space-size=300']) // ['--max-old-space-size=300']
 */
export const withoutLoader = (words: readonly string[]): string[] =>
  words.filter((word, at) => (word === '--import' ? words[at + 1] : word) !== 'tsx')

/**
 * How long a worker may be silent before it is killed. It is counted in rounds of the primary's own timer: while the machine
 * sleeps, or a debugger holds the primary, none passes, and no worker is killed for it.
 */
export interface Patience {
  /** The milliseconds between two rounds, in each of which every worker is asked whether it is alive. */
  readonly everyMs: number
  /** The rounds in which a worker has to answer once. */
  readonly silentRounds: number
  /** The rounds in which a new worker has to listen. */
  readonly startRounds: number
  /** The milliseconds in which a worker that was asked to end has to. */
  readonly drainMs: number
}

/**
 * A minute for an answer, and five for a start: longer than either takes on a busy machine. For its end, longer than everything that a
 * worker waits for when it stops.
 */
const PATIENCE: Patience = { everyMs: 5_000, silentRounds: 12, startRounds: 60, drainMs: 40_000 }

/**
 * The threads of a worker for files, host names, compression and hashes. Of Node's four a folder and a resolver that do not
 * answer take two each (lib/evidence/folder-calls.ts). Set here, because a process that runs has its threads already.
 */
const THREADS = '8'

class WorkerEnded extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message)
  }
}

interface Running {
  readonly worker: Worker
  /** Rejects with `WorkerEnded` when the worker ends before it listens. */
  readonly ready: Promise<void>
  readonly ended: Promise<WorkerEnded>
  readonly pulse: Pulse
}

/** What was heard of a worker. */
interface Pulse {
  isListening: boolean
  /** The rounds since it was last heard, or since its launch while it does not listen. */
  rounds: number
  /** Why it ends, if that is known. */
  fault: string | undefined
}

/** A slot for a worker, with its number in logs. */
interface Slot {
  readonly number: number
  current: Running | null
}

/**
 * @param environment variables for every worker, in addition to the primary's own.
 * @param shutdownDelayMs how long workers keep answering after they have announced their end (lib/status/readiness.ts).
 */
export function createWorkers(
  count: number,
  environment: Readonly<Record<string, string>>,
  shutdownDelayMs: number,
  patience: Patience = PATIENCE,
) {
  const slots: readonly Slot[] = Array.from({ length: count }, (_, index) => ({ number: index + 1, current: null }))
  const alive = new Set<Running>()
  const stopping = new AbortController()
  /** During the first start, and while workers are replaced. */
  let isBusy = true
  setInterval(() => {
    for (const running of alive) askWhetherAlive(running, patience)
  }, patience.everyMs).unref()
  // A worker ends by itself when the primary is gone, but not one that hangs.
  process.once('exit', () => {
    for (const { worker } of alive) worker.process.kill('SIGKILL')
  })

  function launch({ number }: Slot): Running {
    // Blank it would be one thread.
    const threads = process.env.UV_THREADPOOL_SIZE || THREADS
    const worker = cluster.fork({ UV_THREADPOOL_SIZE: threads, ...environment, WORKER_NUMBER: String(number) })
    const running = { worker, ...watch(worker) }
    alive.add(running)
    void running.ended.then(() => alive.delete(running))
    return running
  }

  /** Starts another worker whenever the worker of this slot has ended. */
  async function keep(slot: Slot): Promise<void> {
    let delay = 0
    while (!stopping.signal.aborted) {
      slot.current ??= launch(slot)
      const watched = slot.current
      const since = performance.now()
      const end = await watched.ended
      // A replacement took its slot before it was told to end.
      if (slot.current !== watched) continue
      slot.current = null
      if (stopping.signal.aborted) return
      delay = nextDelay(delay, performance.now() - since)
      log().warn(`Worker ${slot.number} ended: ${end.message} Another one is started in ${delay} ms.`)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function replace(slot: Slot): Promise<void> {
    const next = launch(slot)
    await next.ready
    const old = slot.current
    slot.current = next
    if (old) await drain(old, patience)
  }

  return {
    /** @throws Error with the reason when every worker ends before it listens. */
    async start(): Promise<void> {
      const first = slots.map((slot) => {
        slot.current = launch(slot)
        return slot.current.ready
      })
      const ends = await Promise.allSettled(first)
      const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      if (faults.length === count) {
        const [fault] = faults
        if (fault instanceof WorkerEnded) process.exitCode = fault.code
        throw fault
      }
      for (const slot of slots) void keep(slot)
      isBusy = false
    },
    /** Replaces the workers one by one: each new worker listens before its predecessor ends. */
    async restart(): Promise<void> {
      if (isBusy || stopping.signal.aborted) return
      isBusy = true
      log().info('Replacing the workers, one by one …')
      try {
        for (const slot of slots) if (!stopping.signal.aborted) await replace(slot)
        log().info('The workers were replaced.')
      } catch (error) {
        if (stopping.signal.aborted) return
        log().error({ fault: oneLine(error) }, 'A new worker did not start, so the others stay as they are')
      } finally {
        isBusy = false
      }
    },
    /** Makes each worker log its memory use. */
    tellMemory(): void {
      for (const running of alive) tell(running, 'memory')
    },
    /** Lets the workers finish the requests in flight. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const running of alive) tellOnceReady(running, 'leave')
      await sleep(shutdownDelayMs)
      await Promise.all([...alive].map((running) => drain(running, patience)))
    },
  }
}

/** Asks a worker whether it is alive, or kills one that was silent for too long: it hangs, and ends by nothing else. */
function askWhetherAlive(running: Running, { silentRounds, startRounds }: Patience): void {
  const { worker, pulse } = running
  pulse.rounds += 1
  if (pulse.rounds <= (pulse.isListening ? silentRounds : startRounds)) {
    tell(running, 'ping')
    return
  }
  pulse.fault ??= pulse.isListening ? 'it hung and was killed.' : 'it did not listen in time and was killed.'
  worker.process.kill('SIGKILL')
}

function watch(worker: Worker): Omit<Running, 'worker'> {
  const pulse: Pulse = { isListening: false, rounds: 0, fault: undefined }
  const exited = new Promise<WorkerEnded>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      resolve(new WorkerEnded(signal ? `it was ended by ${signal}.` : `it ended with ${code}.`, code || 1))
    })
    // Failed sends end up here too; a process that could not be created has no id.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(new WorkerEnded(oneLine(error), 1))
    })
  })
  const ended = exited.then(async (end) => {
    if (worker.process.pid !== undefined) await leave(worker)
    return pulse.fault === undefined ? end : new WorkerEnded(pulse.fault, end.code)
  })
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      const report = WorkerMessage.safeParse(message).data
      if (typeof report === 'object') pulse.fault = report.fault
      else if (report === 'ready') pulse.isListening = true
      if (pulse.isListening) {
        pulse.rounds = 0
        resolve()
      }
    })
    void ended.then(reject)
  })
  ready.catch(() => undefined)
  return { ready, ended, pulse }
}

/**
 * Waits for the last messages of a worker that has ended: they may arrive after its exit. Where a connection was on its way to it,
 * Node never tells that its channel is closed, and would count it among those that take connections for good.
 */
async function leave(worker: Worker): Promise<void> {
  while (worker.isConnected()) await sleep(LAST_MESSAGES_POLL_MS)
  worker.disconnect()
}

function tell({ worker }: Running, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message)
}

/** Tells a worker what one that is still starting would not hear. */
function tellOnceReady(running: Running, message: PrimaryMessage): void {
  void running.ready.then(() => tell(running, message)).catch(() => undefined)
}

async function drain(running: Running, { drainMs }: Patience): Promise<void> {
  tellOnceReady(running, 'drain')
  const late = setTimeout(() => {
    log().warn(`A worker did not end within ${drainMs / 1000} s of being asked to, and is killed.`)
    running.worker.process.kill('SIGKILL')
  }, drainMs)
  await running.ended
  clearTimeout(late)
}
