import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../../server/root'
import { chooseFreePort } from '../../tests/support/ports'

/** An instance of the service, with the demo's records in it. */
export type DemoInstance = Awaited<ReturnType<typeof startDemoInstance>>

function run(root: string, script: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', path.join(root, script)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function playDemo(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const demo = run(root, 'scripts/demo/main.ts', env)
  demo.stdout?.resume()
  const [code] = await once(demo, 'exit')
  if (code !== 0) throw new Error('The demo did not come to its end.')
}

/**
 * Starts the production service of a checkout, and plays the demo unless its data folder already has one.
 * @param root of the checkout. @param dataDir an existing data folder; by default a temporary one, removed at the end.
 */
export async function startDemoInstance(root = ROOT, dataDir?: string) {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'trellis-screenshots-'))
  const isNew = !existsSync(path.join(folder, 'demo-wallets.json'))
  const port = await chooseFreePort()
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
  const service = run(root, 'server/main.ts', env)
  const stop = async () => {
    if (service.exitCode === null) {
      const ended = once(service, 'exit')
      service.kill('SIGTERM')
      await ended
    }
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(service)
    if (isNew) await playDemo(root, env)
  } catch (fault) {
    await stop()
    throw fault
  }
  return { base: `http://localhost:${port}`, /** With the keys of its demo wallets. */ dataDir: folder, stop }
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
