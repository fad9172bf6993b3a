import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyMigrations } from '@/lib/db/migrate'
import { appUrl, checkEnvironment, env, serviceName } from '@/lib/env'
import { log } from '@/lib/telemetry/log'
import { ensureBuild, ensureGenerated } from './build'
import { sharesOf, workerCount } from './concurrency'
import { newDemoAddress } from './demo-access'
import { demoRow, offersDemoWallets, openDemoWallets, prepareEmbeddedDefault } from './embedded-default'
import { Lifecycle } from './lifecycle'
import { listenAt, openSite, tryPort } from './site'
import { startMetrics, startTracing } from './telemetry'
import { startWarnings } from './warnings'
import { logConsole, memoryLine, runWorker } from './worker'
import { createWorkers } from './workers'

/**
 * The self-hosted service: `npm start`, and with `--dev` `npm run dev` (docs/decisions.md#starting-configuration-clock). Without DATABASE_URL it is the
 * embedded default: loopback only, with a Postgres, secrets and demo wallets of its own in DATA_DIR. It is one process,
 * or a primary with workers that answer (docs/operating.md#workers).
 */
const DEV = process.argv.includes('--dev')
/** Tells a worker that it is the embedded default's. */
const EMBEDDED = '--embedded'
// The loader has Node keep the source map of everything that is loaded, which costs a tenth of the process's memory.
if (!DEV) process.setSourceMapsEnabled(false)

/** Tells people of the start. What happens after it is told by the log. */
const say = (line: string) => console.log(line)

/** How long the service answers on after it has begun to say that it ends. */
const shutdownDelayMs = () => env().SHUTDOWN_DELAY_SECONDS * 1000

/** What answers requests in this process. @returns what begins it. */
async function openAnswering(life: Lifecycle, isEmbedded: boolean): Promise<() => Promise<void>> {
  // What every worker would notice is told by one.
  const hint = ['1', undefined].includes(process.env.WORKER_NUMBER)
    ? (line: string) => log().warn(line)
    : () => undefined
  const site = await openSite(life, { dev: DEV, demoWallets: isEmbedded ? openDemoWallets() : null, warn: hint })
  return async () => {
    life.onStop('the site', () => site.drain())
    await listenAt(site, isEmbedded)
  }
}

async function startScheduleOf(life: Lifecycle): Promise<void> {
  const { startSchedule } = await import('./schedule')
  const schedule = startSchedule()
  life.onStop('the schedule', () => schedule.stop())
}

/** This process answers by itself. */
async function startAlone(life: Lifecycle, isEmbedded: boolean): Promise<void> {
  await startMetrics(life)
  await startTracing(life)
  const listen = await openAnswering(life, isEmbedded)
  await startScheduleOf(life)
  await listen()
  const { beginLeaving } = await import('@/lib/status/readiness')
  life.onStop('the answering', () => {
    beginLeaving()
    return sleep(shutdownDelayMs())
  })
  process.on('SIGUSR2', () => log().info(memoryLine('The service')))
}

/** Workers answer; this process does what must be done once. */
async function startWorkers(life: Lifecycle, isEmbedded: boolean, count: number): Promise<void> {
  const { worker, primary } = sharesOf(count)
  process.env.DATABASE_POOL_MAX = String(primary)
  checkEnvironment()
  cluster.setupPrimary({ args: isEmbedded ? [EMBEDDED] : [] })
  const workers = createWorkers(count, worker, shutdownDelayMs())
  const { closePool } = await import('@/lib/db/pool')
  life.onStop('the connections', closePool)
  await startMetrics(life)
  await startScheduleOf(life)
  life.onStop('the workers', () => workers.stop())
  life.onSignal('SIGHUP', () => void workers.restart())
  process.on('SIGUSR2', () => {
    log().info(memoryLine('The primary'))
    workers.tellMemory()
  })
  await workers.start()
}

async function startService(life: Lifecycle): Promise<void> {
  const embedded = process.env.DATABASE_URL ? null : await prepareEmbeddedDefault(life)
  checkEnvironment()
  const isEmbedded = embedded !== null
  const count = DEV ? 1 : workerCount()
  const connections = count === 1 ? env().DATABASE_POOL_MAX : sharesOf(count).total
  await tryPort(isEmbedded)

  const { signal } = life
  const migrated = Promise.resolve(embedded?.startDatabase(connections)).then(() => applyMigrations(env().DATABASE_URL))
  const generated = ensureGenerated({ say, signal })
  await life.all([migrated, generated])
  if (!DEV) await life.all([ensureBuild({ say, signal })])

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
  for (const warning of startWarnings(appUrl(), env(), isEmbedded)) console.warn(`Warning: ${warning}`)
  // In development Next's own words are for people.
  if (!DEV) logConsole()
}

// Before React or Next are loaded, which choose their build by it.
Object.assign(process.env, {
  NODE_ENV: DEV ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  TRELLIS_FRONT: 'own',
})
if (cluster.isWorker) {
  await runWorker(async (life) => {
    await startMetrics(life)
    await startTracing(life)
    const { endChecks } = await import('./schedule')
    const listen = await openAnswering(life, process.argv.includes(EMBEDDED))
    life.onStop('the checks of transactions', endChecks)
    await listen()
  })
} else {
  const life = new Lifecycle()
  await life.run(() => startService(life))
}
