import http from 'node:http'
import path from 'node:path'
import { applyMigrations } from '@/lib/db/migrate'
import { appUrl, checkEnvironment, env, serviceName } from '@/lib/env'
import { ensureBuild, ensureClient, ROOT } from './build'
import type { OfferedWallets } from './demo-wallets'
import { createListeners } from './http/listeners'
import { createHttpServer } from './http/server'
import { Lifecycle } from './lifecycle'
import type { PageHandler } from './pages/answer-page'
import { prepareEmbeddedPostgres } from './postgres/embedded'
import { makeDataFolder } from './private-file'
import { acquireLock, LockHeld } from './process-lock'
import { createProxyHint, startWarnings } from './warnings'

/**
 * The self-hosted process: `npm start`, and with `--dev` `npm run dev` (docs/decisions.md#starting-configuration-clock). Without DATABASE_URL it is the
 * embedded default: loopback only, with a Postgres, secrets and demo wallets of its own in DATA_DIR.
 */
const DEV = process.argv.includes('--dev')
// The loader has Node keep the source map of everything that is loaded, which costs a tenth of the process's memory.
if (!DEV) process.setSourceMapsEnabled(false)
const LOOPBACK = ['127.0.0.1', '::1']
const ALL_INTERFACES: readonly string[] = []

const life = new Lifecycle()
const say = (line: string) => console.log(line)
const warn = (line: string) => console.warn(`Warning: ${line}`)

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

interface EmbeddedDefault {
  startDatabase(): Promise<void>
  /** Where the sandbox community is; null when COMMUNITY_URL names another platform. */
  readonly community: string | null
  /** The data folder, absolute. */
  readonly folder: string
}

/** Takes the data folder and gives the environment what it lacks there. */
async function prepareEmbeddedDefault(): Promise<EmbeddedDefault> {
  const folder = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  process.env.DATA_DIR = folder
  try {
    makeDataFolder(folder)
    life.onStop('the data folder', await acquireLock(path.join(folder, 'trellis.pid')))
  } catch (error) {
    if (error instanceof LockHeld) throw new Error(`Already running on ${folder} (process ${error.pid}).`)
    if (errorCode(error) === 'EACCES') throw new Error(`The data folder ${folder} cannot be written: set DATA_DIR.`)
    throw error
  }
  const { provideSecrets } = await import('./secrets')
  provideSecrets(folder)
  const { startCommunity } = await import('./community')
  const sandbox = await startCommunity(folder)
  if (sandbox) life.onStop('the sandbox community', () => sandbox.stop())
  const postgres = await prepareEmbeddedPostgres(folder)
  process.env.DATABASE_URL = postgres.url
  return {
    folder,
    community: sandbox?.url ?? null,
    async startDatabase() {
      const starting = postgres.start()
      life.onStop('Postgres', async () => {
        const running = await starting.catch(() => null)
        await running?.stop()
      })
      await starting
    },
  }
}

const demoRow = (address: string) => `  Demo wallets  ${address} (opens them in one browser, once)`

/** Offers the demo wallets, to whoever opens the one-time address; nothing where others reach the site. */
async function offerDemoWallets(folder: string): Promise<{ offered: OfferedWallets; row(): string } | null> {
  const { isLocalSite, readOrCreateDemoWallets } = await import('./secrets')
  if (!isLocalSite(process.env.APP_URL)) return null
  const { openDemoAccess } = await import('./demo-access')
  let latest = ''
  const access = openDemoAccess(folder, appUrl(), (address) => {
    if (latest !== '') say(`The demo wallets were opened in a browser. For another one:\n${demoRow(address)}`)
    latest = address
  })
  return { offered: { wallets: readOrCreateDemoWallets(folder), access }, row: () => demoRow(latest) }
}

/** @throws Error in one line when the port cannot be had. */
function portFault(error: unknown, port: number): unknown {
  if (errorCode(error) === 'EADDRINUSE')
    return new Error(`Port ${port} is in use: end what listens there, or set PORT.`)
  if (errorCode(error) === 'EACCES') return new Error(`Port ${port} may not be used by this user: set PORT.`)
  return error
}

/** Finds out early, before a build, whether the port is free. */
async function tryPort(port: number, hosts: readonly string[]): Promise<void> {
  const probe = createListeners(http.createServer())
  try {
    await probe.listen(port, hosts)
  } catch (error) {
    throw portFault(error, port)
  }
  await probe.close(() => 0, 0)
}

/** @param server where Next may listen for upgrades: its hot reload in development, nothing in production. */
async function openPages(port: number, server: http.Server): Promise<PageHandler> {
  const { default: next } = await import('next')
  const app = next({ dev: DEV, dir: ROOT, hostname: 'localhost', port, httpServer: server })
  await app.prepare()
  life.onStop('the pages', () => app.close())
  return app.getRequestHandler()
}

/** Gives the pages a thread that draws their pictures, so that nobody else waits for it. */
async function openPictures(): Promise<void> {
  const { createDrawing } = await import('@/components/pictures/drawing')
  const { createPictureThread } = await import('./pages/pictures')
  const thread = createPictureThread()
  life.onStop('the pictures', () => thread.stop())
  globalThis.trellisDrawing = createDrawing(thread.draw, true)
}

/** The endpoints, by way of modules that exist only once the database client is generated. */
async function openApi() {
  const { closePool } = await import('@/lib/db/pool')
  life.onStop('the connections', closePool)
  // In development the API is served by Next's mount of the same endpoints, which is reloaded on every change.
  return DEV ? null : (await import('@/lib/api/handle')).handle
}

async function main(): Promise<void> {
  // Before React or Next are loaded, which choose their build by it.
  Object.assign(process.env, {
    NODE_ENV: DEV ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    TRELLIS_FRONT: 'own',
  })
  const embedded = process.env.DATABASE_URL ? null : await prepareEmbeddedDefault()
  checkEnvironment()
  const { PORT: port, DATABASE_URL: url, DATA_DIR: folder } = env()
  const hosts = embedded ? LOOPBACK : ALL_INTERFACES
  await tryPort(port, hosts)

  const { signal } = life
  const migrated = Promise.resolve(embedded?.startDatabase()).then(() => applyMigrations(url))
  const generated = ensureClient({ say, signal })
  await life.all([migrated, generated])
  if (!DEV) await life.all([ensureBuild({ say, signal })])

  const demo = embedded && (await offerDemoWallets(embedded.folder))
  let pages: PageHandler = async (_request, response) => void response.writeHead(503).end()
  const site = createHttpServer({
    pages: (request, response) => pages(request, response),
    handle: await openApi(),
    demoWallets: demo?.offered,
    observe: createProxyHint(warn, () => env().TRUSTED_PROXY_HOPS),
  })
  pages = await openPages(port, DEV ? site.server : http.createServer())
  signal.throwIfAborted()

  await openPictures()
  const { startSchedule } = await import('./schedule')
  const schedule = startSchedule()
  life.onStop('the schedule', () => schedule.stop())
  life.onStop('the site', () => site.drain())
  await site.listen(port, hosts).catch((error) => Promise.reject(portFault(error, port)))
  signal.throwIfAborted()

  const seconds = (performance.now() / 1000).toFixed(1)
  const rows = [
    `${serviceName()} is ready (${seconds} s${DEV ? ', development' : ''}).`,
    `  Site     ${appUrl()}`,
    `  API      ${appUrl()}/api/v1`,
    `  OpenAPI  ${appUrl()}/api/v1/openapi.json`,
  ]
  if (embedded?.community) rows.push(`  Sandbox  ${embedded.community} (a made-up community platform)`)
  if (demo) rows.push(demo.row())
  if (embedded) rows.push(`  Data     ${folder} (Postgres: see database-url there)`)
  say([...rows, '  Ctrl-C stops it.'].join('\n'))
  for (const warning of startWarnings(appUrl(), env(), embedded !== null)) warn(warning)
}

await life.run(main)
