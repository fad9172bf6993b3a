import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '@/lib/error-code'

/** How long a taken-over lock file must stay ours before we trust it: two processes may find the same stale file. */
const TAKE_OVER_SETTLE_MS = 60
const WAIT_POLL_MS = 250

/** Another running process holds the lock file. */
export class LockHeld extends Error {
  constructor(readonly pid: number) {
    super(`The lock is held by process ${pid}.`)
    this.name = 'LockHeld'
  }
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain spaces and brackets (proc(5)), or null. */
function procStat(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Whether a process with this id is running, under any user. A zombie is not running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return procStat(pid)?.[0] !== 'Z'
}

/**
 * The start time of a process as an opaque text. It identifies a process, because ids are reused (in a container at every start).
 * @returns null when there is no such process.
 */
function processBirth(pid: number): string | null {
  if (!isAlive(pid)) return null
  const startTicks = procStat(pid)?.[19]
  if (startTicks) return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTicks}`
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 ? listed.stdout.trim() : 'unknown'
}

/** The running process that holds a lock file, or null when the file is absent, unreadable or left by a dead process. */
function holderOf(path: string): number | null {
  try {
    const [first = '', birth] = readFileSync(path, 'utf8').split('\n')
    const pid = Number(first)
    if (!Number.isSafeInteger(pid) || pid <= 0) return null
    return processBirth(pid) === birth ? pid : null
  } catch {
    return null
  }
}

/**
 * Takes a lock file for this process; a file left by a dead process is taken over.
 * @returns a function that releases it; it is also released when the process exits.
 * @throws LockHeld when another running process holds it.
 */
export async function acquireLock(path: string): Promise<() => void> {
  const own = `${process.pid}\n${processBirth(process.pid)}\n`
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, own, { mode: 0o600 })
  try {
    linkSync(mine, path)
    rmSync(mine)
  } catch {
    const holder = holderOf(path)
    if (holder !== null) {
      rmSync(mine)
      throw new LockHeld(holder)
    }
    renameSync(mine, path)
    await sleep(TAKE_OVER_SETTLE_MS)
    const winner = readFileSync(path, 'utf8')
    if (winner !== own) throw new LockHeld(Number.parseInt(winner, 10))
  }
  const release = () => {
    process.off('exit', release)
    if (holderOf(path) === process.pid) rmSync(path, { force: true })
  }
  process.once('exit', release)
  return release
}

/** Runs `work` while holding the lock file. It waits for another running holder first. */
export async function withLock<T>(path: string, work: () => Promise<T>, onWait: () => void): Promise<T> {
  let isWaiting = false
  for (;;) {
    try {
      const release = await acquireLock(path)
      try {
        return await work()
      } finally {
        release()
      }
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error
      if (!isWaiting) onWait()
      isWaiting = true
      await sleep(WAIT_POLL_MS)
    }
  }
}
