import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { oneLine } from '@/server/lifecycle'
import { withLock } from '@/server/process-lock'
import { ROOT } from '@/server/root'

// What takes a minute to start does so while other suites run. What came of it stands in a file, for which those who need it
// wait.

const POLL_MS = 50

type Outcome<T> = { readonly ready: T } | { readonly failed: string }

function tell<T>(file: string, outcome: Outcome<T>): void {
  writeFileSync(`${file}.new`, JSON.stringify(outcome))
  renameSync(`${file}.new`, file)
}

/** Begins some work, and leaves what came of it in a file. @returns once the file is there; it never fails. */
export async function tellIn<T>(file: string, work: () => Promise<T>): Promise<void> {
  try {
    tell(file, { ready: await work() })
  } catch (fault) {
    tell(file, { failed: oneLine(fault) })
  }
}

/** Waits for what the file tells. @throws Error when the work failed. */
export async function toldIn<T>(file: string): Promise<T> {
  while (!existsSync(file)) await pause(POLL_MS)
  const outcome: Outcome<T> = JSON.parse(readFileSync(file, 'utf8'))
  if ('failed' in outcome) throw new Error(outcome.failed)
  return outcome.ready
}

/** Builds take turns: each needs as much memory as everything else together. */
export function inTurn<T>(build: () => Promise<T>): Promise<T> {
  return withLock(path.join(ROOT, 'node_modules', '.cache', 'trellis-test-builds.pid'), build, () => undefined)
}
