import { execFile } from 'node:child_process'
import path from 'node:path'

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
 * Runs one of the commands of `scripts/` as `npm run` does, while this process goes on.
 * @param environment all of what it sees of ours, beside the path.
 */
export function runScript(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, ...environment }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', `scripts/${name}.ts`, ...args],
      { cwd: ROOT, env, maxBuffer: 16 * 1024 * 1024 },
      (fault, out, err) => resolve({ code: fault ? Number(fault.code ?? 1) : 0, out, err }),
    )
  })
}
