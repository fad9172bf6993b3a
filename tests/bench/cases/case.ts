import type { Databases } from '../support/databases'
import type { RunningApp } from '../support/next-app'
import type { Worker } from '../support/process'
import type { Figure } from '../support/report'

/** What the cases of a run share. */
export interface Bench {
  readonly databases: Databases
  /** The load generator. */
  readonly load: Worker
  /** The bare Next app, started at its first use. */
  floor(): Promise<RunningApp>
  /** Says what is being done. */
  say(words: string): void
}

/** A part of the bench that `--only` can name. */
export interface Case {
  readonly name: string
  run(bench: Bench): Promise<readonly Figure[]>
}
