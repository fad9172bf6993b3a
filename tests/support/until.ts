import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 5
const PATIENCE_MS = 120_000

/** Waits until something is so. @throws Error when it does not come about. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(POLL_MS)) if (await isSo()) return
  throw new Error(`Waited in vain until ${what}.`)
}
