import { renameSync, writeFileSync } from 'node:fs'

const DAY_SECONDS = 86_400

/** The clock of a service under test (`CLOCK_FILE`). */
export interface Clock {
  /** Moves it to so many seconds from real time. */
  setClock(offsetSeconds: number): void
  /** Moves it on by whole days. */
  passDays(days: number): void
}

/** Sets the offset in a `CLOCK_FILE`, at once: whoever reads it meanwhile finds the old one or the new one, never half of it. */
export function writeClock(file: string, offsetSeconds: number): void {
  const written = `${file}.next`
  writeFileSync(written, String(offsetSeconds))
  renameSync(written, file)
}

/** @param file that the service's clock reads its offset from. */
export function clockOf(file: string): Clock {
  let offset = 0
  const setClock = (offsetSeconds: number) => {
    offset = offsetSeconds
    writeClock(file, offsetSeconds)
  }
  return { setClock, passDays: (days) => setClock(offset + days * DAY_SECONDS) }
}
