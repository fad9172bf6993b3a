import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 240_000

/** Runs a program to its end. @returns what it wrote. @throws Error when it fails. */
export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Starts a program in the background. */
export const start = (program: string, args: readonly string[], options: SpawnOptions): void =>
  void spawn(program, args, { ...options, detached: true })

const isThere = (program: string) =>
  program.startsWith('/') ? existsSync(program) : spawnSync('which', [program], { stdio: 'ignore' }).status === 0

/**
 * Installs missing programs by apt, and says so. It starts no services of the packages.
 * @param packages programs, by name or absolute path, with their packages.
 */
export function requirePrograms(packages: Readonly<Record<string, string>>): void {
  if (process.getuid?.() !== 0) throw new Error('The rig makes network namespaces: it needs root.')
  const missing = Object.entries(packages).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const args = ['install', '-y', '--no-install-recommends', ...missing]
  execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Repeats a probe until it returns something truthy; an error counts as nothing. @returns the result. */
export async function wait<Found>(find: () => Promise<Found | undefined>, what: string): Promise<Found> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(250)) {
    const found = await find().catch(() => undefined)
    if (found) return found
  }
  throw new Error(`Waited in vain until ${what}.`)
}
