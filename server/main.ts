import cluster from 'node:cluster'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCommandLine } from '@/lib/command-line'
import { databaseWarnings } from '@/lib/db/database-requirements'
import { applyMigrations } from '@/lib/db/migrate'
import { appUrl, checkEnvironment, env, serviceName } from '@/lib/env'
import { log } from '@/lib/telemetry/log'
import { openAnswering } from './answering'
import { ensureBuild, ensureGenerated, ensureWorker, WORKER } from './build'
import { sharesOf, workerCount } from './concurrency'
import { newDemoAddress } from './demo-access'
import { prepareEmbeddedDefault } from './embedded-default'
import { envFileWarnings } from './env-files'
import { Lifecycle } from './lifecycle'
import { demoRow, offersDemoWallets } from './offered-wallets'
import { WITHOUT_ENV_FILES } from './pages/next'
import { ROOT } from './root'
import { tryPlaces } from './site'
import { startMetrics, startTracing } from './telemetry'
import { startWarnings } from './warnings'
import { EMBEDDED, logConsole, memoryLine } from './worker'
import { createWorkers, withoutLoader } from './workers'

/**
 * The self-hosted service: `npm start`, or `npm run dev` with `--dev` (docs/decisions.md#starting-configuration-clock). Without
 * DATABASE_URL it is the embedded default: loopback only, with its own Postgres, secrets and demo wallets in DATA_DIR. It is one
 * process, or a primary with workers that answer requests (docs/operating.md#workers).
 */
const DEV = process.argv.includes('--dev')
// The loader makes Node keep all source maps, which costs a tenth of the process's memory.
if (!DEV) process.setSourceMapsEnabled(false)

/** Reports the start to the terminal. Later events go to the log. */
const say = (line: string) => console.log(line)

/** How long the service keeps answering after it has announced its end. */
const shutdownDelayMs = () => env().SHUTDOWN_DELAY_SECONDS * 1000

/** What SIGUSR2 does. It is heard from the start on: unheard, it would end this process. */
let tellMemory = () => log().info(memoryLine('The service'))

async function startScheduleOf(life: Lifecycle): Promise<void> {
  const { startSchedule } = await import('./schedule')
  const schedule = startSchedule()
  life.onStop('the schedule', () => schedule.stop())
}

/** Runs the service in this process alone. */
async function startAlone(life: Lifecycle, isEmbedded: boolean): Promise<void> {
  await startMetrics(life)
  await startTracing(life)
  const listen = await openAnswering(life, DEV, isEmbedded)
  await startScheduleOf(life)
  await listen()
  const { beginLeaving } = await import('@/lib/status/readiness')
  life.onStop('the answering', () => {
    beginLeaving()
    return sleep(shutdownDelayMs())
  })
}

/** Starts workers that answer requests; this process does the work that must be done once. */
async function startWorkers(life: Lifecycle, isEmbedded: boolean, count: number): Promise<void> {
  const { worker, primary } = sharesOf(count)
  process.env.DATABASE_POOL_MAX = String(primary)
  checkEnvironment()
  cluster.setupPrimary({
    exec: path.join(ROOT, WORKER),
    execArgv: withoutLoader(process.execArgv),
    args: isEmbedded ? [EMBEDDED] : [],
  })
  const workers = createWorkers(count, worker, shutdownDelayMs())
  const { closePool } = await import('@/lib/db/pool')
  life.onStop('the connections', closePool)
  await startMetrics(life)
  await startScheduleOf(life)
  life.onStop('the workers', () => workers.stop())
  life.onSignal('SIGHUP', () => void workers.restart())
  tellMemory = () => {
    log().info(memoryLine('The primary'))
    workers.tellMemory()
  }
  await workers.start()
}

async function tellWarnings(isEmbedded: boolean, unread: readonly string[]): Promise<void> {
  const warnings = [
    ...unread,
    ...startWarnings(appUrl(), env(), isEmbedded),
    ...(await databaseWarnings(env().DATABASE_URL)),
  ]
  for (const warning of warnings) console.warn(`Warning: ${warning}`)
}

async function startService(life: Lifecycle): Promise<void> {
  parseCommandLine(process.argv.slice(2), {
    usage: 'PORT=3000 npm start (settings are variables)',
    options: { dev: { type: 'boolean' } },
  })
  // Before the start sets variables itself.
  const unread = envFileWarnings(ROOT)
  const embedded = process.env.DATABASE_URL ? null : await prepareEmbeddedDefault(life)
  checkEnvironment()
  const isEmbedded = embedded !== null
  const count = DEV ? 1 : workerCount()
  // There are no workers yet to replace, and those that come are new.
  if (count > 1) life.onSignal('SIGHUP', () => undefined)
  const connections = count === 1 ? env().DATABASE_POOL_MAX : sharesOf(count).total
  await tryPlaces(isEmbedded)

  const { signal } = life
  const migrated = Promise.resolve(embedded?.startDatabase(connections)).then(() =>
    applyMigrations(env().DATABASE_URL, say),
  )
  const generated = ensureGenerated({ say, signal })
  await life.all([migrated, generated])
  if (!DEV) await life.all([ensureBuild({ say, signal })])
  if (count > 1) await life.all([ensureWorker({ say, signal })])

  const demo = embedded && offersDemoWallets() ? newDemoAddress(embedded.folder, appUrl()) : null
  await (count === 1 ? startAlone(life, isEmbedded) : startWorkers(life, isEmbedded, count))
  signal.throwIfAborted()

  const seconds = (performance.now() / 1000).toFixed(1)
  const rows = [
    `${serviceName()} is ready (${seconds} s${DEV ? ', development' : ''}).`,
    `  Site     ${appUrl()}`,
    `  API      ${appUrl()}/api/v1`,
    `  OpenAPI  ${appUrl()}/api/v1/openapi.json`,
  ]
  if (embedded?.community) rows.push(`  Sandbox  ${embedded.community} (a made-up community platform)`)
  if (demo) rows.push(demoRow(demo))
  if (embedded) rows.push(`  Data     ${embedded.folder} (Postgres: see database-url there)`)
  if (count > 1) rows.push(`  Workers  ${count} (WEB_CONCURRENCY)`)
  say([...rows, '  Ctrl-C stops it.'].join('\n'))
  await tellWarnings(isEmbedded, unread)
  // In development, Next's output is for people.
  if (!DEV) logConsole()
}

// Set before React and Next are loaded, because they choose their build by it.
Object.assign(process.env, {
  NODE_ENV: DEV ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  TRELLIS_FRONT: 'own',
  ...WITHOUT_ENV_FILES,
})
process.on('SIGUSR2', () => tellMemory())
const life = new Lifecycle()
await life.run(() => startService(life))
