import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A process of its own takes its time to load where many others run. */
export const PROCESS_MS_MAX = 240_000

/** What a command said, and how it ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Starts one of the commands of `scripts/` as `npm run` does, while this process goes on.
 * @param environment all of what it sees of ours, beside the path.
 */
export function startScript(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, ...environment }
  const command = ['--import', 'tsx', `scripts/${name}.ts`, ...args]
  const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { process: child, ended: endOf(child) }
}

async function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code ?? 1), out, err }
}

/** Runs one of the commands of `scripts/` to its end. */
export const runScript = (...command: Parameters<typeof startScript>): Promise<Ended> => startScript(...command).ended
