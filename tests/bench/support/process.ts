import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { nodeBundle } from '@/server/build'
import { benchFolder, ROOT } from './folder'

/** A process of its own that the bench measures or loads with. */
export interface Worker {
  readonly pid: number
  /** Asks the process to do something and waits for its answer. */
  ask<Answer>(task: string, input?: unknown): Promise<Answer>
  stop(): Promise<void>
}

interface Reply {
  readonly id: number
  readonly answer?: unknown
  readonly fault?: string
}

const STOP_PATIENCE_MS = 5_000

export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const running = new Set<ChildProcess>()

/** Remembers a process, so that none outlives the run. */
export function remember(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Ends every process that was started, whatever went wrong. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map(endProcess))
}

export async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
  await ended(child)
  clearTimeout(timer)
}

/** `BENCH_PROFILE_DIR` makes every worker leave a CPU profile there, to find out why a budget is missed. */
function profiling(): string[] {
  const folder = process.env['BENCH_PROFILE_DIR']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

const bundles = new Map<string, Promise<string>>()

/** Bundles a program as `npm start` bundles that of its workers. @returns the path of the bundle. */
async function bundle(file: string): Promise<string> {
  const outfile = path.join(benchFolder('servers'), file.replace(/ts$/, 'mjs'))
  await build({ ...nodeBundle(ROOT), entryPoints: [path.join(ROOT, 'tests/bench/servers', file)], outfile })
  return outfile
}

/**
 * Starts a program that calls `answerTasks`.
 * @param file a TypeScript file, relative to `tests/bench/servers`.
 */
export async function startWorker(file: string, environment: Record<string, string> = {}): Promise<Worker> {
  const bundled = bundles.get(file) ?? bundle(file)
  bundles.set(file, bundled)
  const child = remember(
    spawn(process.execPath, [...profiling(), await bundled], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply))
  child.on('exit', () => {
    for (const [id, tell] of waiting) tell({ id, fault: `${file} ended.` })
  })
  const ask = <Answer>(task: string, input?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1
      const id = last
      waiting.set(id, ({ answer, fault }) => {
        waiting.delete(id)
        if (fault === undefined)
          resolve(answer as Answer) // what the worker's task of this name gives
        else reject(new Error(fault))
      })
      child.send({ id, task, input })
    })
  await ask('ready')
  return { pid: child.pid ?? 0, ask, stop: () => endProcess(child) }
}

const TICK_MICROSECONDS = 1e4

/** What Linux tells of a process (proc_pid_stat): who started it, and its CPU time in ticks. Elsewhere nothing. */
function statOf(pid: number | string): { parent: number; own: number; ofEnded: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), own: user + system, ofEnded: endedUser + endedSystem }
  } catch {
    return null
  }
}

/** CPU time that a process has used so far, in microseconds (Linux; elsewhere 0). */
export const cpuMicroseconds = (pid: number): number => (statOf(pid)?.own ?? 0) * TICK_MICROSECONDS

/** CPU time of the process that started this one and of all its children, those that ended too, in microseconds. */
export function siblingsCpuMicroseconds(pid: number): number {
  const parent = statOf(pid)?.parent
  const first = parent === undefined ? null : statOf(parent)
  if (!first) return 0
  const children = readdirSync('/proc')
    .map(statOf)
    .filter((each) => each?.parent === parent)
  const ticks = children.reduce((sum, each) => sum + (each?.own ?? 0), first.own + first.ofEnded)
  return ticks * TICK_MICROSECONDS
}

/** Memory of a process in MB (Linux; elsewhere 0). */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
