import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { ROOT } from '@/server/root'
import type { ProgramName, ScriptName } from '@/tests/support/programs'

/** A process of its own takes its time to load where many others run. */
export const PROCESS_MS_MAX = 240_000

/** The bundled program of that place in the checkout. */
export const programFile = (name: ProgramName): string => path.join(inject('programs'), `${name}.mjs`)

/** What Node is given for a service of a test's own: as `FROM_SOURCES`, but bundled. */
export const bundledService = (): readonly string[] => [programFile('server/main')]

/** What a command said, and how it ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Starts one of the commands of `scripts/`, while this process goes on.
 * @param environment all of what it sees of ours, beside the path.
 * @param from its sources, as `npm run` does, which costs six times as much, or its bundle. One test of each command takes
 *   its sources.
 */
export function startScript(
  name: ScriptName,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  from: 'sources' | 'bundle' = 'bundle',
): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, ...environment }
  const program = from === 'sources' ? ['--import', 'tsx', `scripts/${name}.ts`] : [programFile(`scripts/${name}`)]
  const child = spawn(process.execPath, [...program, ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { process: child, ended: endOf(child) }
}

async function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code ?? 1), out, err }
}

/** Runs one of the commands of `scripts/` to its end. */
export const runScript = (...command: Parameters<typeof startScript>): Promise<Ended> => startScript(...command).ended
