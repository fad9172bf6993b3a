import { writeFileSync } from 'node:fs'
import { DAY_MS } from '@/lib/durations'

/** The instance's clock, set by its `CLOCK_FILE`. It may lag behind real time, but never runs ahead of it. */
export type Clock = ReturnType<typeof openClock>

/** @param file the instance's `CLOCK_FILE`. */
export function openClock(file: string) {
  let offsetMs = 0
  const write = (ms: number) => {
    offsetMs = Math.min(0, ms)
    writeFileSync(file, String(Math.round(offsetMs / 1000)))
  }
  return {
    /** The instance's current time, in Unix milliseconds. */
    now: () => Date.now() + offsetMs,
    /** Sets the clock. After the first call it only moves forward. */
    set: (moment: number) => write(moment - Date.now()),
    /** Moves the clock. */
    pass: (ms: number) => write(offsetMs + ms),
    /** Back to real time. */
    reset: () => write(0),
  }
}

/** The UTC date that is so many days from today, `YYYY-MM-DD`. @example day(-3) // three days ago */
export function day(fromToday: number): string {
  return new Date(Date.now() + fromToday * DAY_MS).toISOString().slice(0, 10)
}

/** A moment of a past day, UTC. @param time `HH:MM`. */
export function ago(days: number, time: `${number}:${number}`): number {
  return Date.parse(`${day(-days)}T${time}:00.000Z`)
}
