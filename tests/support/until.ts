import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 5
const PATIENCE_MS = 120_000

/** Waits until something is so, or is found. @returns what was found. @throws Error when it does not come about. */
export async function until<Found>(find: () => Found | Promise<Found>, what: string): Promise<NonNullable<Found>> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(POLL_MS)) {
    const found = await find()
    if (found) return found
  }
  throw new Error(`Waited in vain until ${what}.`)
}
