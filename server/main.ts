import { applyMigrations } from '@/lib/db/migrate'
import { appUrl, checkEnvironment, env, serviceName } from '@/lib/env'
import { ensureBuild, ensureClient } from './build'
import { offerDemoWallets, prepareEmbeddedDefault } from './embedded-default'
import { Lifecycle } from './lifecycle'
import { listenAt, openSite, tryPort } from './site'
import { startWarnings } from './warnings'

/**
 * The self-hosted process: `npm start`, and with `--dev` `npm run dev` (docs/decisions.md#starting-configuration-clock). Without DATABASE_URL it is the
 * embedded default: loopback only, with a Postgres, secrets and demo wallets of its own in DATA_DIR.
 */
const DEV = process.argv.includes('--dev')
// The loader has Node keep the source map of everything that is loaded, which costs a tenth of the process's memory.
if (!DEV) process.setSourceMapsEnabled(false)

const life = new Lifecycle()
const say = (line: string) => console.log(line)
const warn = (line: string) => console.warn(`Warning: ${line}`)

async function main(): Promise<void> {
  // Before React or Next are loaded, which choose their build by it.
  Object.assign(process.env, {
    NODE_ENV: DEV ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    TRELLIS_FRONT: 'own',
  })
  const embedded = process.env.DATABASE_URL ? null : await prepareEmbeddedDefault(life)
  checkEnvironment()
  const isEmbedded = embedded !== null
  await tryPort(isEmbedded)

  const { signal } = life
  const migrated = Promise.resolve(embedded?.startDatabase()).then(() => applyMigrations(env().DATABASE_URL))
  const generated = ensureClient({ say, signal })
  await life.all([migrated, generated])
  if (!DEV) await life.all([ensureBuild({ say, signal })])

  const demo = embedded && (await offerDemoWallets(embedded.folder, say))
  const site = await openSite(life, { dev: DEV, demoWallets: demo?.offered ?? null, warn })
  const { startSchedule } = await import('./schedule')
  const schedule = startSchedule()
  life.onStop('the schedule', () => schedule.stop())
  life.onStop('the site', () => site.drain())
  await listenAt(site, isEmbedded)
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
  if (embedded) rows.push(`  Data     ${embedded.folder} (Postgres: see database-url there)`)
  say([...rows, '  Ctrl-C stops it.'].join('\n'))
  for (const warning of startWarnings(appUrl(), env(), isEmbedded)) warn(warning)
}

await life.run(main)
