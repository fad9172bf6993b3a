import { readFileSync } from 'node:fs'
import { DAY_MS } from '@/lib/durations'
import { env } from '@/lib/env'

/** The furthest offset. Before 1970 there are no ids, and far away moments that neither `Date` nor the database can hold. */
const OFFSET_MS_MAX = 50 * 365 * DAY_MS

/** The offset in `CLOCK_FILE`, in milliseconds; 0 when the file is missing or unreadable, or tells none of at most 50 years. */
function offsetMs(file: string): number {
  try {
    const ms = Math.round(Number(readFileSync(file, 'utf8').trim()) * 1000)
    return Math.abs(ms) <= OFFSET_MS_MAX ? ms : 0
  } catch {
    return 0
  }
}

/** The database's clock beside this machine's, when a connection last compared them. */
interface Compared {
  /** How far the database's is ahead, in milliseconds. */
  readonly aheadMs: number
  /** This machine's clock, and one that never steps (`performance.now()`). */
  readonly ownMs: number
  readonly steadyMs: number
}

// One per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisClocks: Compared | undefined
}

/** Clocks that differ by less are left alone, and an answer that took longer says too little. */
const CLOCKS_DIFFER_MS = 1_000

/**
 * Takes note of what the database's clock says.
 * @param databaseMs milliseconds since 1970. @param askedMs when it was asked, by `performance.now()`.
 */
export function compareClocks(databaseMs: number, askedMs: number): void {
  const steadyMs = performance.now()
  if (steadyMs - askedMs > CLOCKS_DIFFER_MS) return
  const ownMs = Date.now()
  globalThis.trellisClocks = { aheadMs: Math.round(databaseMs - ownMs), ownMs, steadyMs }
}

/** How far this machine's clock has stepped since the comparison, in milliseconds. A machine that slept shows a step forward too. */
const steppedMs = ({ ownMs, steadyMs }: Compared) => Date.now() - ownMs - (performance.now() - steadyMs)

/** Whether the clocks were compared, and this machine's has not stepped since. */
export function isCompared(): boolean {
  const compared = globalThis.trellisClocks
  return compared !== undefined && Math.abs(steppedMs(compared)) <= CLOCKS_DIFFER_MS
}

/**
 * How far the database's clock is ahead of this machine's, in milliseconds; 0 where they agree to a second, or that is not known.
 * After a step back it is counted on by the clock that never steps. A step forward may be a sleep, which that clock does not count.
 */
export function databaseAheadMs(): number {
  const compared = globalThis.trellisClocks
  if (!compared) return 0
  const stepMs = steppedMs(compared)
  if (stepMs > CLOCKS_DIFFER_MS) return 0
  const aheadMs = stepMs < -CLOCKS_DIFFER_MS ? Math.round(compared.aheadMs - stepMs) : compared.aheadMs
  return Math.abs(aheadMs) > CLOCKS_DIFFER_MS ? aheadMs : 0
}

/** How far the product's clock was moved, in milliseconds (`CLOCK_FILE`, tests and demo only). */
export function movedMs(): number {
  const file = env().CLOCK_FILE
  return file ? offsetMs(file) : 0
}

/**
 * The one clock of the product: this machine's, or the database's where they differ, so that instances on one database agree on
 * what has expired and which day it is. The database's `now()` itself is never product time.
 */
export function now(): Date {
  return new Date(Date.now() + databaseAheadMs() + movedMs())
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/**
 * Whether a day has ended. A day ends at 24:00 UTC.
 * @example
 * hasEnded('2026-11-20', new Date('2026-11-21T00:00:00Z')) // true
 */
export function hasEnded(day: string, moment: Date): boolean {
  return utcDay(moment) > day
}
