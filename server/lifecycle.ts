import { errorCode } from '@/lib/error-code'
import { log, withoutCredentials } from '@/lib/telemetry/log'

/** npm forwards a terminal's Ctrl-C that we have already received: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 1_000
const PARENT_POLL_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How a process reports its start and stop. */
export interface Words {
  say(line: string): void
  /** Reports why the start failed. */
  fail(line: string): unknown
}

/** Starts a process in steps and stops what was started in the opposite order, on a signal or when a step fails. */
export class Lifecycle {
  private readonly abort = new AbortController()
  private readonly undo: { name: string; stop: () => unknown }[] = []
  private starting: Promise<unknown> = Promise.resolve()
  private readonly instead = new Map<NodeJS.Signals, () => void>()
  private stoppedAt = 0
  /** The exit code of `stop`: 1 while a command goes on in spite of a signal and is not done. */
  codeOfStop: 0 | 1 = 0

  constructor(private readonly words: Words = { say: (line) => log().info(line), fail: console.error }) {}

  /** Aborted when the process must stop while it is still starting. */
  get signal(): AbortSignal {
    return this.abort.signal
  }

  /** Registers how to stop something that was just started or is being started. */
  onStop(name: string, stop: () => unknown): void {
    this.undo.push({ name, stop })
  }

  /** Makes a signal call `act` instead of stopping the process. */
  onSignal(signal: (typeof SIGNALS)[number], act: () => void): void {
    this.instead.set(signal, act)
  }

  /** Waits for all steps, even when one fails, so that nothing is still starting during the stop. */
  async all(steps: readonly Promise<unknown>[]): Promise<void> {
    for (const step of steps) step.catch(() => this.abort.abort())
    const ends = await Promise.allSettled(steps)
    const failed = ends.filter((end) => end.status === 'rejected').map((end) => end.reason)
    const [first] = failed
    // An abort caused by another step's failure is not the reason.
    if (first) throw failed.find((reason) => !(reason instanceof Error && reason.name === 'AbortError')) ?? first
    this.signal.throwIfAborted()
  }

  /** Runs the start. A failure is reported in one line and exits with 1 or `process.exitCode`; a signal exits with `codeOfStop`. */
  async run(start: () => Promise<void>): Promise<void> {
    for (const signal of SIGNALS) process.on(signal, () => (this.instead.get(signal) ?? (() => this.onStopSignal()))())
    this.watchParent()
    // The reader of our output may be gone. Without a listener, each failed write is an uncaught error, which Next would log,
    // which fails again, without end.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
    process.on('unhandledRejection', (reason) =>
      log().error({ fault: oneLine(reason) }, 'An unexpected failure was ignored'),
    )
    this.starting = start()
    try {
      await this.starting
    } catch (error) {
      if (this.stoppedAt > 0) return
      this.stoppedAt = performance.now()
      await this.words.fail(oneLine(error))
      await this.stopAll()
      process.exit(process.exitCode ?? 1)
    }
  }

  /** A killed npm forwards no signal. Without this check we would keep the port and the data folder forever. */
  private watchParent(): void {
    const parent = process.ppid
    if (!process.env.npm_lifecycle_event) return
    setInterval(() => {
      if (process.ppid !== parent) this.stop()
    }, PARENT_POLL_MS).unref()
  }

  private onStopSignal(): void {
    if (this.stoppedAt > 0 && performance.now() - this.stoppedAt > SAME_SIGNAL_MS) {
      this.words.say('Stopped at once.')
      process.exit(1)
    }
    this.stop()
  }

  /** Stops everything that was started and exits with `codeOfStop`. Further calls do nothing. */
  stop(): void {
    if (this.stoppedAt > 0) return
    this.stoppedAt = performance.now()
    this.words.say('Stopping …')
    this.abort.abort()
    this.starting
      .catch(() => undefined)
      .then(() => this.stopAll())
      .then(() => process.exit(this.codeOfStop))
  }

  private async stopAll(): Promise<void> {
    for (const { name, stop } of this.undo.reverse()) {
      try {
        await stop()
      } catch (error) {
        log().error({ fault: oneLine(error) }, `Stopping ${name} failed`)
      }
    }
  }
}

/** An error as one line without credentials, for the terminal and the log. */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error.'
  const code = errorCode(error)
  const words = error.message.split('\n')[0]?.trim() || error.name
  const isSaid = code === '' || words.includes(`(${code})`)
  return `${withoutCredentials(words)}${isSaid ? '' : ` (${code})`}`
}
