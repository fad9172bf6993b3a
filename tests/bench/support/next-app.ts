import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './folder'
import { takePort } from './ports'
import { ended, endProcess, remember } from './process'

const NEXT = createRequire(import.meta.url).resolve('next/dist/bin/next')
const READY_PATIENCE_MS = 120_000

export interface RunningApp {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Runs Next's command line to its end. @throws Error with its words when it fails. */
export async function runNext(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, [NEXT, ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  await ended(child)
  if (child.exitCode !== 0) throw new Error(`next ${args.join(' ')} failed:\n${output}`)
}

/** Waits until something answers. */
async function untilAnswered(url: string): Promise<void> {
  for (const until = Date.now() + READY_PATIENCE_MS; Date.now() < until; await sleep(20)) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`Nothing answered at ${url}.`)
}

/** `next start` of a built app, in a process of its own. @param path an address that answers once it runs. */
export async function startNext(
  folder: string,
  path: string,
  environment: (port: number) => Record<string, string>,
): Promise<RunningApp> {
  const port = await takePort()
  const child = spawn(process.execPath, [NEXT, 'start', '-p', String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...environment(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  remember(child)
  const app = { port, pid: child.pid ?? 0, stop: () => endProcess(child) }
  try {
    await untilAnswered(`http://127.0.0.1:${port}${path}`)
  } catch (fault) {
    await app.stop()
    throw fault
  }
  return app
}

/** `server/main.ts`: the whole service as `npm start` runs it. @returns once it says that it is ready. */
export async function startService(
  environment: Record<string, string>,
): Promise<RunningApp & { readonly seconds: number }> {
  const port = await takePort()
  const begun = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      WEB_CONCURRENCY: '1',
      ...environment,
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  remember(child)
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      if (/is ready/.test(said)) resolve()
    })
    child.once('exit', () => reject(new Error(`The service did not start: ${said}`)))
  })
  return { port, pid: child.pid ?? 0, seconds: (performance.now() - begun) / 1000, stop: () => endProcess(child) }
}
