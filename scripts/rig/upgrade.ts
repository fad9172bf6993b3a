import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { applyMigrations } from '@/lib/db/migrate'
import { ROOT } from '@/server/build'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { type Audit, audit } from '@/tests/api/failover/audit'
import { type FailoverLoad, type People, startFailoverLoad } from '@/tests/api/failover/load'
import { adminAccount, serviceEnvironment, verifierAccounts } from '@/tests/support/environment'
import { until } from '@/tests/support/load'
import { communitySettings } from '@/tests/support/platform-world'
import { chooseFreePort } from '@/tests/support/ports'
import { openSandbox } from '@/tests/support/sandbox'
import { openSession } from '@/tests/support/session'
import { git, withCheckout } from '../checkout'
import { markdown } from './report'

/**
 * `npm run rig:upgrade -- [--from <commit>]`: an older version on the schema of this one (docs/operating.md#upgrades). Its own tests of the API run on it;
 * then both versions answer side by side under load, the older one ends (forward), comes back, and the newer one ends (back). By default
 * the older one is the last before the newest migration. Needs the history of the repository.
 */
const { values } = parseArgs({ options: { from: { type: 'string' } } })
const MIGRATIONS = path.join('prisma', 'migrations')
const SUITES = ['tests/api/v1', 'tests/api/legacy', 'tests/api/moderation', 'tests/api/platform']
/** Holds the schema of its own version against the database. */
const OF_ITS_OWN_SCHEMA = 'tests/api/v1/schema.test.ts'
const CLIENTS = 10
const WRITES = 300

function beforeNewestMigration(): string {
  const newest =
    readdirSync(path.join(ROOT, MIGRATIONS))
      .filter((name) => /^\d{4}_/.test(name))
      .sort()
      .at(-1) ?? ''
  return git('rev-parse', `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', path.join(MIGRATIONS, newest))}^`)
}

/** Runs the older version's tests of the API on this version's schema. @returns their last line. */
async function runTests(root: string): Promise<string> {
  rmSync(path.join(root, MIGRATIONS), { recursive: true })
  cpSync(path.join(ROOT, MIGRATIONS), path.join(root, MIGRATIONS), { recursive: true })
  rmSync(path.join(root, OF_ITS_OWN_SCHEMA))
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/test.ts', ...SUITES], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  await once(child, 'exit')
  const failed = said.split('\n').filter((line) => /^\s*(failed:|FAIL)/.test(line))
  return [...failed, said.trim().split('\n').at(-1) ?? ''].join('\n')
}

interface Version {
  readonly base: string
  stop(): Promise<void>
}

/** Starts the service of a checkout: the HTTP server and the endpoints. */
async function start(root: string, port: number, environment: Record<string, string>): Promise<Version> {
  const child: ChildProcess = fork(path.join(root, 'tests/support/instance.ts'), [], {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (first !== 'ready') throw new Error(`The service of ${root} did not start.`)
  return {
    base: `http://localhost:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Lets clients write for a while. */
async function writeSome(load: FailoverLoad, what: string): Promise<void> {
  const before = load.acknowledged.length
  await until(() => load.acknowledged.length >= before + WRITES, `${WRITES} writes were acknowledged ${what}`)
  console.log(`${load.acknowledged.length - before} writes ${what}`)
}

/** Both versions on one database, side by side, then each alone. */
async function playSideBySide(older: string): Promise<Audit> {
  const postgres = await startThrowawayPostgres({ max_connections: '100' })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-upgrade-'))
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const sandbox = await openSandbox()
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4 })
  const open: Version[] = []
  try {
    await applyMigrations(postgres.url)
    const muse = await sandbox.muse('Trellis')
    const rootPost = await sandbox.post(muse, { text: 'Here is where it is told.' })
    const [oldPort, newPort] = [await chooseFreePort(), await chooseFreePort()]
    const environment = {
      ...serviceEnvironment({ databaseUrl: postgres.url, clockFile, port: newPort }),
      ...communitySettings(sandbox.base, muse, 'on'),
      EVIDENCE_DIR: path.join(folder, 'evidence'),
    }
    const startOld = () => start(older, oldPort, environment)
    const before = await startOld()
    const after = await start(ROOT, newPort, environment)
    open.push(before, after)
    const people = await Promise.all(Array.from({ length: CLIENTS }, () => openPeople(before.base, sql)))
    const load = startFailoverLoad([before.base, after.base], people, sandbox, rootPost)
    await writeSome(load, 'through both')
    await before.stop()
    await writeSome(load, 'through the newer one: forward')
    const back = await startOld()
    await after.stop()
    open.splice(0, 2, back)
    await writeSome(load, 'through the older one: back')
    await load.end()
    const primary = { query: async (text: string, given?: unknown[]) => (await sql.query(text, given)).rows }
    return await audit({ load, base: back.base, primary, sandbox, rootPost })
  } finally {
    for (const version of open) await version.stop()
    await sql.end()
    await sandbox.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openPeople(base: string, sql: pg.Pool): Promise<People> {
  const of = (account?: (typeof verifierAccounts)[number]) => openSession(base, sql, account)
  return {
    owner: await of(),
    contributor: await of(),
    rival: await of(),
    verifier: await of(verifierAccounts[0]),
    admin: await of(adminAccount),
  }
}

await withCheckout(values.from ?? beforeNewestMigration(), async (root) => {
  console.log(`Against ${git('-C', root, 'log', '-1', '--format=%h, %ad, %s', '--date=short')}`)
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], { cwd: root, stdio: 'inherit' })
  const { acknowledged, ...wrong } = await playSideBySide(root)
  const counts = Object.entries(wrong).map(([what, found]) => [what, found.length] as const)
  console.log(markdown([['what', 'count'], ['---', '---'], ['acknowledged', acknowledged], ...counts]))
  for (const [what, found] of Object.entries(wrong))
    for (const one of found.slice(0, 5)) console.error(`${what}: ${one}`)
  console.log(`Its own tests on this schema: ${await runTests(root)}`)
  if (counts.some(([, count]) => count > 0)) process.exitCode = 1
})
process.exit()
