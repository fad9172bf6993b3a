import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { TestProject } from 'vitest/node'
import { ROOT } from '@/server/build'
import { makeDataFolder } from '@/server/private-file'
import { keepDemoWallets } from '@/server/secrets'
import { findChromium } from '@/tests/support/browser'

type PrivateKey = `0x${string}`

/** The service that all page tests share: `npm start` with nothing set but where it keeps its data. */
export interface PagesService {
  readonly base: string
  readonly chromium: string
  readonly dataDir: string
  /** Holds the offset of the service's clock in seconds. */
  readonly clockFile: string
  /** Wallets on the service's lists. */
  readonly verifierKeys: readonly PrivateKey[]
  readonly adminKey: PrivateKey
}

declare module 'vitest' {
  interface ProvidedContext {
    pages: PagesService
  }
}

/** A free port of loopback. Not the one of `world.ts`, which can be loaded inside of a test only. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

/** Starts the process and waits until it says that it is ready; a build it needs may take a minute. */
async function startService(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join('server', 'start.ts')], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('is ready')) resolve()
      })
    }
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`The service did not start:\n${said}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return child
}

/** Finds a browser, then starts the real production service, whose embedded default has demo wallets too. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await findChromium()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'trellis-pages-'))
  makeDataFolder(dataDir)
  const clockFile = path.join(dataDir, 'clock')
  writeFileSync(clockFile, '0')
  const verifierKeys = [generatePrivateKey(), generatePrivateKey()]
  const adminKey = generatePrivateKey()
  const demo = keepDemoWallets(dataDir)
  const port = await freePort()
  const child = await startService({
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    DATA_DIR: dataDir,
    PORT: String(port),
    CLOCK_FILE: clockFile,
    RATE_LIMIT_SCALE: '1000',
    VERIFIER_WALLETS: [...verifierKeys, demo.verifier].map(privateKeyToAddress).join(','),
    ADMIN_WALLETS: [adminKey, demo.admin].map(privateKeyToAddress).join(','),
    // As under npm, so that it ends with the tests however those end.
    npm_lifecycle_event: 'test',
  })
  project.provide('pages', { base: `http://localhost:${port}`, chromium, dataDir, clockFile, verifierKeys, adminKey })
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
