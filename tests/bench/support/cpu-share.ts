import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

// A machine of two cores has no room for a database, a generator of load and two busy workers. So workers can be held to a
// part of a core each, where the system lets this process do so (Linux, cgroups, root).

const PERIOD_US = 100_000
const ROOTS = [
  // Version 1, its CPU controller; then version 2.
  { folder: '/sys/fs/cgroup/cpu', quota: 'cpu.cfs_quota_us', period: '' },
  { folder: '/sys/fs/cgroup', quota: 'cpu.max', period: ` ${PERIOD_US}` },
]

function join(folder: string, pid: number): void {
  writeFileSync(`${folder}/cgroup.procs`, String(pid))
}

/** @returns what lets the process go again, or null where the system does not allow it. */
function hold(pid: number, cores: number): (() => void) | null {
  const root = ROOTS.find(({ folder }) => existsSync(`${folder}/cgroup.procs`))
  if (!root) return null
  const own = `${root.folder}/trellis-bench-${pid}`
  try {
    mkdirSync(own)
    writeFileSync(`${own}/${root.quota}`, `${Math.round(cores * PERIOD_US)}${root.period}`)
    join(own, pid)
  } catch {
    return null
  }
  return () => {
    join(root.folder, pid)
    rmdirSync(own)
  }
}

/**
 * Holds each of these processes to so many cores.
 * @returns what lets them go again, or null where the system does not allow it.
 */
export function holdEach(pids: readonly number[], cores: number): (() => void) | null {
  const held = pids.map((pid) => hold(pid, cores))
  const release = () => {
    for (const letGo of held) letGo?.()
  }
  if (held.every((letGo) => letGo !== null)) return release
  release()
  return null
}
