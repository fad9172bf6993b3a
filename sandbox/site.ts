import type { Board } from './board'
import type { Clock } from './clock'
import type { HourlyLimit } from './hourly-limit'
import type { MadeUpMuse } from './made-up-muses'

/** What every answer is made from. */
export interface Site {
  readonly board: Board
  readonly now: Clock
  readonly limit: HourlyLimit
  /** The Muses whose keys the sandbox keeps. */
  readonly madeUp: readonly MadeUpMuse[]
  /** Where the sandbox is reached, without a trailing slash. */
  readonly origin: string
}
