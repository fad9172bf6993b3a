import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../process-lock'

const POLL_MS = 20
const FAST_SHUTDOWN_MS = 20_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

/** Reads `postmaster.pid` (Postgres fixes its lines, miscadmin.h); null when it is missing or incomplete. */
export function readPostmasterFile(dataDir: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null
  } catch {
    return null
  }
}

/** Whether the process is a Postgres server on this folder. */
function isPostmasterOf(pid: number, dataDir: string): boolean {
  let command: string
  try {
    command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    command = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
  return /postgres(\.exe)? /.test(command) && command.includes(`-D ${dataDir} `)
}

async function waitForEnd(pid: number, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(POLL_MS)) {
    if (!isAlive(pid)) return true
  }
  return false
}

/**
 * Stops the server that a killed process left running on this folder. The caller holds the folder's lock, so no running Trellis
 * owns the server.
 * @returns whether one was running.
 */
export async function stopOrphan(dataDir: string): Promise<boolean> {
  const found = readPostmasterFile(dataDir)
  if (!found || !isAlive(found.pid)) return false
  if (!isPostmasterOf(found.pid, dataDir)) {
    // Another process has reused the id, so Postgres would refuse to start. Put the id of a finished process into the file, but
    // keep the file: Postgres finds surviving backends by its shared memory key.
    const file = path.join(dataDir, 'postmaster.pid')
    const dead = spawnSync(process.execPath, ['--version'], { stdio: 'ignore' }).pid
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(dead)))
    return false
  }
  process.kill(found.pid, 'SIGINT')
  if (await waitForEnd(found.pid, FAST_SHUTDOWN_MS)) return true
  process.kill(found.pid, 'SIGQUIT')
  if (await waitForEnd(found.pid, IMMEDIATE_SHUTDOWN_MS)) return true
  throw new Error(
    `A Postgres left over from an earlier run (process ${found.pid}) does not stop: end it and start again.`,
  )
}
