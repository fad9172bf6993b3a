import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../../server/build'

/** An instance of the service, with the demo's records in it. */
export interface DemoInstance {
  readonly base: string
  /** Its data folder, with the keys of its demo wallets. */
  readonly dataDir: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const program = ['--import', 'tsx', path.join(ROOT, script), ...args]
  return spawn(process.execPath, program, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts the production service on a data folder of its own and plays the demo into it. */
export async function startDemoInstance(): Promise<DemoInstance> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-screenshots-'))
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production' as const,
    DATA_DIR: folder,
    PORT: String(port),
    RATE_LIMIT_SCALE: '1000',
    WEB_CONCURRENCY: '1',
    npm_lifecycle_event: 'screenshots',
  }
  const service = run('server/main.ts', [], env)
  const stop = async () => {
    if (service.exitCode === null) {
      const ended = once(service, 'exit')
      service.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(service)
    const demo = run('scripts/demo/main.ts', [], env)
    demo.stdout?.resume()
    const [code] = await once(demo, 'exit')
    if (code !== 0) throw new Error('The demo did not come to its end.')
  } catch (fault) {
    await stop()
    throw fault
  }
  return { base: `http://localhost:${port}`, dataDir: folder, stop }
}

async function untilReady(service: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (said.includes('is ready')) resolve()
    })
    service.once('exit', () => reject(new Error(`The service did not start: ${said}`)))
  })
}
