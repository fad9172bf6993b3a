import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './folder'

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

/**
 * Starts a TypeScript file of this folder that calls `answerTasks`.
 * @param file relative to `tests/bench/servers`.
 */
export async function startWorker(file: string, environment: Record<string, string> = {}): Promise<Worker> {
  const child = remember(
    spawn(process.execPath, [...profiling(), '--import', 'tsx', path.join('tests/bench/servers', file)], {
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

/** CPU time that a process has used so far, in microseconds (Linux; elsewhere 0). */
export function cpuMicroseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return (ticks / 100) * 1e6
  } catch {
    return 0
  }
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
