import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { TestProject } from 'vitest/node'
import { makeDataFolder } from '@/server/data-folder'
import { readOrCreateDemoWallets } from '@/server/secrets'
import { inTurn, tellIn } from '@/tests/setup/background'
import { findChromium } from '@/tests/support/browser'
import { databasesFolder } from '@/tests/support/databases-folder'
import { FROM_SOURCES, freePort, startService } from '@/tests/support/pages-service'
import { sharedPrograms } from '@/tests/support/programs'

type PrivateKey = `0x${string}`

/**
 * A service that page tests share, file after file: `npm start` with nothing set but where it keeps its data. The first runs
 * from its sources, as it does for everybody; the others are bundled, which costs a third of a start.
 */
export interface PagesService {
  readonly base: string
  readonly chromium: string
  /** The sandbox community of the service, without a trailing slash. */
  readonly community: string
  readonly dataDir: string
  /** Holds the offset of the service's clock in seconds. */
  readonly clockFile: string
  /** Wallets on the service's lists. */
  readonly verifierKeys: readonly PrivateKey[]
  readonly adminKey: PrivateKey
}

declare module 'vitest' {
  interface ProvidedContext {
    /** For each worker the file that tells of its service, once it runs. */
    pages: readonly string[]
  }
}

/** So many lines of a service are shown where a test has failed. */
const LINES_SHOWN = 100
/** Tells of a request that went as it should. */
const IN_ORDER = /"level":"(?:debug|info)"/

/** How many files may run at once: that many services are needed. */
async function filesAtOnce(project: TestProject): Promise<number> {
  const named = process.argv.slice(2).filter((word) => word.startsWith('tests/'))
  const { testFiles } = await project.globTestFiles(named)
  return testFiles.length === 1 ? 1 : project.vitest.config.maxWorkers
}

/**
 * Finds a browser and begins to start the real production service, once for each worker; it has demo wallets too. The page
 * suites wait for theirs in `pages-ready.ts`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await findChromium()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-services-'))
  const [first = '', ...others] = Array.from({ length: await filesAtOnce(project) }, (_, place) =>
    path.join(folder, `${place}.json`),
  )
  const started: Started[] = []
  const bundle = [path.join(await sharedPrograms(), 'server', 'main.mjs')]
  const begin = (file: string) =>
    tellIn(file, async () => {
      const one = await start(chromium, file === first ? FROM_SOURCES : bundle)
      started.push(one)
      return one.service
    })
  // The first may have to build the site.
  const all = inTurn(() => begin(first)).then(() => Promise.all(others.map(begin)))
  project.provide('pages', [first, ...others])
  return async () => {
    await all
    await Promise.all(started.map(({ stop }) => stop()))
    if (project.vitest.state.getCountOfFailedTests() > 0)
      for (const { said } of started) console.error(complaints(said()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whatever a service wrote that is not in order: where a page failed, it is here that one reads why. */
const complaints = (said: string): string => {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !IN_ORDER.test(line))
  return ['What a service of the page tests complained of:', ...lines.slice(-LINES_SHOWN)].join('\n  ')
}

interface Started {
  readonly service: PagesService
  said(): string
  stop(): Promise<void>
}

async function start(chromium: string, words: readonly string[]): Promise<Started> {
  const dataDir = mkdtempSync(path.join(databasesFolder(), 'trellis-pages-'))
  await makeDataFolder(dataDir)
  const clockFile = path.join(dataDir, 'clock')
  writeFileSync(clockFile, '0')
  const verifierKeys = [generatePrivateKey(), generatePrivateKey()]
  const adminKey = generatePrivateKey()
  const demo = readOrCreateDemoWallets(dataDir)
  const port = await freePort()
  const running = await startService(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      CLOCK_FILE: clockFile,
      PARSE_ROWS: 'on',
      RATE_LIMIT_SCALE: '1000',
      VERIFIER_WALLETS: [...verifierKeys, demo.verifier].map(privateKeyToAddress).join(','),
      ADMIN_WALLETS: [adminKey, demo.admin].map(privateKeyToAddress).join(','),
    },
    words,
  )
  const community = `http://127.0.0.1:${readFileSync(path.join(dataDir, 'sandbox', 'port'), 'utf8').trim()}`
  const base = `http://localhost:${port}`
  return {
    service: { base, chromium, community, dataDir, clockFile, verifierKeys, adminKey },
    said: running.said,
    async stop() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
