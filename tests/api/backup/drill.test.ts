import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS } from '@/lib/db/generated/migrations'
import { createFolderStore } from '@/lib/evidence/folder-store'
import { hide } from '@/tests/api/moderation/moderating'
import { type Actor, actor, type Json, signIn } from '@/tests/support/client'
import { copyDatabase } from '@/tests/support/database'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { type Load, startLoad } from '@/tests/support/load'
import { dropDatabase, maintain } from '@/tests/support/maintenance'
import { PROCESS_MS_MAX, runScript, startScript } from '@/tests/support/script'
import { rows, unsoundIn, unsoundReceipts } from '@/tests/support/sound'
import { completedMission, openChallenge, seedMission, verifiedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { fileBody, filesOf, follow, samples, sendUpload, sha256 } from '@/tests/support/upload'

// The drill: a backup is taken while clients write, restored elsewhere, and the service runs on what was restored.

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-drill-'))
const archive = path.join(folder, 'backup.tar.gz')
const evidence = path.join(folder, 'evidence')
const restored = path.join(folder, 'restored')
const databases: string[] = []
let cluster: Cluster
let load: Load
let owner: Actor
let withFile: Json
/** What was written before the backup began, and so must be in it. */
let acknowledged: ReadonlyMap<string, string>

const photo = samples['image/png']('the bench')

/** An empty database beside the others. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('templateUrl'))
  await maintain(url.href, (client) => client.query(`CREATE DATABASE ${name}`))
  databases.push(name)
  url.pathname = `/${name}`
  return url.href
}

const restore = (file: string, url: string) =>
  runScript('restore', [file], { DATABASE_URL: url, EVIDENCE_DIR: restored })

const tablesIn = async (url: string) =>
  (await rows(url, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)).length

beforeAll(async () => {
  cluster = await openCluster(1, { environment: { EVIDENCE_DIR: evidence } })
  owner = await cluster.wallet()
  const [contributor, verifier] = [await cluster.wallet(), await cluster.verifier()]
  for (let told = 0; told < 3; told++) await completedMission(owner, contributor, verifier)
  withFile = await verifiedMission(owner, contributor, verifier)
  const uploaded = await sendUpload(cluster.base, contributor, withFile['id'], fileBody(photo))
  expect(uploaded.status, uploaded.text).toBe(201)
  expect((await owner.post('/api/v1/private-feed')).status).toBe(201)
  await openChallenge(owner, { title: 'Quotes " and \\ and 漢字, 😀 too' })
  await hide(await cluster.admin(), 'mission', (await seedMission(owner)).id)

  // A read gives the events their positions in the log.
  expect((await cluster.get('/api/v1/events')).status).toBe(200)
  load = startLoad(cluster.base, await cluster.wallets(4))
  await until(() => load.acknowledged.size >= 20, 'writes were acknowledged')
  acknowledged = new Map(load.acknowledged)
  const environment = { DATABASE_URL: cluster.databaseUrl, EVIDENCE_DIR: evidence }
  const taken = await runScript('backup', [archive], environment, 'sources')
  expect([taken.code, taken.err]).toEqual([0, ''])
  expect(taken.out).toContain('1 evidence files')
  const during = load.acknowledged.size
  await until(() => load.acknowledged.size >= during + 20, 'writes were acknowledged')
  await load.end()
  await load.expectExactlyOnce(cluster.sql)
}, 2 * PROCESS_MS_MAX)

afterAll(async () => {
  await cluster.close()
  await maintain(inject('templateUrl'), async (client) => {
    for (const name of databases) await dropDatabase(client, name)
  })
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a backup taken under load is restored elsewhere with every hash, chain and sum, and the service runs on it',
  async () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const url = await emptyDatabase()
    // What an earlier attempt wrote of the file, in a folder that no service has used.
    const [{ id } = {}] = await rows(cluster.databaseUrl, 'SELECT id FROM "EvidenceFile"')
    mkdirSync(restored)
    writeFileSync(path.join(restored, `evidence-${id}.png`), photo.subarray(0, 10))
    const done = await restore(archive, url)
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('npm run rotate-key')
    const [log] = await rows(url, 'SELECT max(position)::text AS end FROM "EventLog"')
    expect(done.out).toContain(` since=${Buffer.from(String(log?.['end'])).toString('base64url')}\n`)

    // What cannot change after it was made is the same, byte for byte.
    const RECEIPTS = `SELECT id, "missionId", outcome, body, "contentHash", "issuedAt" FROM "Receipt" ORDER BY id`
    expect(await rows(url, RECEIPTS)).toEqual(await rows(cluster.databaseUrl, RECEIPTS))
    const LEDGER = `SELECT wallet, sum(amount)::int AS seeds, array_agg(id ORDER BY id) AS entries FROM "SeedEntry" GROUP BY wallet ORDER BY wallet`
    expect(await rows(url, LEDGER)).toEqual(await rows(cluster.databaseUrl, LEDGER))
    expect((await rows(url, RECEIPTS)).length).toBe(3)

    // Every record is whole, and each history is the beginning of what it became.
    expect(await unsoundIn(url)).toEqual([])
    const HASHES = `SELECT concat("recordId", seq) AS event, hash, data::text FROM "HistoryEvent"`
    const whole = new Map((await rows(cluster.databaseUrl, HASHES)).map((event) => [event['event'], event]))
    const kept = await rows(url, HASHES)
    expect(kept.filter((event) => JSON.stringify(whole.get(event['event'])) !== JSON.stringify(event))).toEqual([])
    expect(kept.length).toBeLessThan(whole.size)

    const [usage] = await rows(url, `SELECT bytes::int FROM "EvidenceUsage" WHERE subject = ''`)
    expect(usage).toEqual({ bytes: photo.length })
    const SCHEMA = `SELECT c.relname, t.tgname AS part, t.tgenabled AS state FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL SELECT tablename, indexname, 'O' FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`
    expect(await rows(url, SCHEMA)).toEqual(await rows(cluster.databaseUrl, SCHEMA))

    const next = await openCluster(1, { databaseUrl: url, environment: { EVIDENCE_DIR: restored } })
    try {
      expect(await unsoundReceipts(next.base, url)).toEqual([])
      const [file] = await filesOf(next.base, withFile['id'])
      expect(sha256((await follow(next.base, file?.['downloadUrl'])).bytes)).toBe(sha256(photo))
      for (const id of acknowledged.values()) expect((await next.get(`/api/v1/missions/${id}`)).status).toBe(200)
      // What may have been revoked after the backup lets nobody in.
      expect((await actor(next.base, owner.account, owner.token).get('/api/v1/me')).status).toBe(401)
      const again = await signIn(next.base, owner.account)
      expect((await again.get('/api/v1/private-feed')).body).toEqual({ privateFeed: null })
      // A new write gets its place in every list and log.
      const { id } = await seedMission(again, { title: 'Written after the restore' })
      expect((await next.get('/api/v1/missions?limit=1')).body.missions[0].id).toBe(id)
      expect((await next.get('/api/v1/search?q=written%20restore')).text).toContain(id)
      expect((await next.get(`/api/v1/events?recordId=${id}`)).body.events).toHaveLength(1)
      const { mission } = await completedMission(again, await next.wallet(), await next.verifier())
      expect(mission.state).toBe('COMPLETED')
    } finally {
      await next.close()
    }

    const twice = await restore(archive, url)
    expect(twice.code).toBe(1)
    expect(twice.err).toContain('is not empty')
  },
  2 * PROCESS_MS_MAX,
)

test(
  'a key that was replaced after the backup is trusted without end by what is restored, until it is replaced again',
  async () => {
    const url = await emptyDatabase()
    // Nothing is wrong in a folder that there was not: no line of the log says so.
    const anew = { DATABASE_URL: url, EVIDENCE_DIR: path.join(folder, 'anew') }
    const { code, out, err } = await runScript('restore', [archive], anew)
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain('"level":"error"')
    const KEYS = `SELECT "publicKey", until IS NULL AS signs FROM "ServiceKey" ORDER BY since`
    const [old] = await rows(url, KEYS)
    expect(old).toMatchObject({ signs: true })
    const replaced = randomBytes(32).toString('base64url')
    const settings = { ...cluster.instances[0]?.environment, DATABASE_URL: url, SERVICE_PRIVATE_KEY: replaced }
    const done = await runScript('rotate-key', [], settings)
    expect([done.code, done.err]).toEqual([0, ''])
    const keys = await rows(url, KEYS)
    expect(keys.map(({ signs }) => signs).sort()).toEqual([false, false, true])
    expect(keys.find(({ publicKey }) => publicKey === old?.['publicKey'])).toMatchObject({ signs: false })
  },
  2 * PROCESS_MS_MAX,
)

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['with one changed byte of what is packed', (bytes) => flip(bytes, Math.floor(bytes.length / 2))],
  ['that ends early', (bytes) => bytes.subarray(0, bytes.length - 100)],
  ['with one changed digit in a row', (bytes) => gzipSync(changeRow(gunzipSync(bytes)))],
  ['without one of its files', (bytes) => gzipSync(withoutFirst(gunzipSync(bytes)))],
  ['that is something else', () => Buffer.from('no backup')],
])(
  'a backup %s is refused before anything is written',
  async (_what, damage) => {
    const file = path.join(folder, `damaged-${randomBytes(4).toString('hex')}.tar.gz`)
    writeFileSync(file, damage(readFileSync(archive)))
    const url = await emptyDatabase()
    const refused = await restore(file, url)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('is damaged, or is no backup, so nothing was written')
    expect(await tablesIn(url)).toBe(0)
    expect((await runScript('restore', ['--check', file], {})).code).toBe(1)
  },
  PROCESS_MS_MAX,
)

const flip = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
const changeRow = (tar: Buffer) => flip(tar, tar.indexOf('"historySeq": 1') + '"historySeq": '.length)
/** The first file with its header: everything else is as it was. */
const withoutFirst = (tar: Buffer) => {
  const size = Number.parseInt(tar.toString('latin1', 124, 135), 8)
  return tar.subarray(512 + Math.ceil(size / 512) * 512)
}

test('a backup can be opened and checked by hand', async () => {
  const { execFileSync } = await import('node:child_process')
  const where = mkdtempSync(path.join(folder, 'opened-'))
  execFileSync('tar', ['xzf', archive, '-C', where])
  expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: where, encoding: 'utf8' })).toBe('')
  expect(JSON.parse(readFileSync(path.join(where, 'backup.json'), 'utf8')).tables.Receipt).toBe(3)
})

test(
  'a database that is not empty, or knows other tables, is left as it is',
  async () => {
    const url = await emptyDatabase()
    await rows(url, 'CREATE TABLE notes (words text)')
    const refused = await restore(archive, url)
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('restore into an empty database')
    expect(await tablesIn(url)).toBe(1)
  },
  PROCESS_MS_MAX,
)

test(
  'evidence that is missing is told, and everything else is kept',
  async () => {
    const file = path.join(folder, 'short.tar.gz')
    const taken = await runScript('backup', [file], {
      DATABASE_URL: cluster.databaseUrl,
      EVIDENCE_DIR: `${restored}-none`,
    })
    expect(taken.code).toBe(2)
    expect(taken.err).toMatch(/^evidence-[0-9a-f-]{36}\.png is missing, or is not what its record says\.\n$/)
    const done = await restore(file, await emptyDatabase())
    expect(done.code).toBe(0)
    expect(done.err).toContain('was missing when the backup was taken')
  },
  PROCESS_MS_MAX,
)

test(
  'without DATABASE_URL a backup becomes a new embedded default, once',
  async () => {
    const environment = { DATA_DIR: path.join(folder, 'data') }
    const done = await runScript('restore', [archive], environment)
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('1 evidence files')
    const twice = await runScript('restore', [archive], environment)
    expect(twice.code).toBe(1)
    expect(twice.err).toContain('is not empty')
  },
  PROCESS_MS_MAX,
)

test(
  'a restore that fails after it was told to end says so',
  async () => {
    const url = await emptyDatabase()
    const name = new URL(url).pathname.slice(1)
    const restoring = startScript('restore', [archive], { DATABASE_URL: url, EVIDENCE_DIR: restored })
    const ofRestore = `FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`
    const server = inject('templateUrl')
    await until(async () => (await rows(server, `SELECT pid ${ofRestore}`)).length > 0, 'it writes')
    restoring.process.kill('SIGTERM')
    await rows(server, `SELECT pg_terminate_backend(pid) ${ofRestore}`)
    const { code, out, err } = await restoring.ended
    expect([code, out]).toEqual([1, ''])
    expect(err.split('\n')).toHaveLength(2)
  },
  PROCESS_MS_MAX,
)

test('of two backups that begin one file, one is there, and it is whole', async () => {
  const { takeBackup } = await import('@/lib/backup/take-backup')
  const { checkArchive } = await import('@/lib/backup/archive')
  const source = { connectionString: cluster.databaseUrl, store: createFolderStore(evidence) }
  const where = mkdtempSync(path.join(folder, 'twice-'))
  const file = path.join(where, 'backup.tar.gz')
  const ends = await Promise.allSettled([takeBackup(source, file), takeBackup(source, file)])
  const taken = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  expect(taken.map(({ sha256 }) => sha256)).toEqual([sha256(readFileSync(file))])
  expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({
    message: `${file} is there already: name another file.`,
  })
  expect((await checkArchive(file)).evidence).toBe(1)
  expect(readdirSync(where)).toEqual(['backup.tar.gz'])
})

test('a backup holds no table any more while it reads the bytes of evidence', async () => {
  const { takeBackup } = await import('@/lib/backup/take-backup')
  const store = createFolderStore(evidence)
  const readers = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'trellis-backup'`
  let read = 0
  const watched = {
    ...store,
    async read(...asked: Parameters<typeof store.read>) {
      await until(async () => (await rows(cluster.databaseUrl, readers)).length === 0, 'the snapshot has ended')
      read += 1
      return store.read(...asked)
    },
  }
  const file = path.join(folder, 'watched.tar.gz')
  expect(await takeBackup({ connectionString: cluster.databaseUrl, store: watched }, file)).toMatchObject({
    evidence: 1,
  })
  expect(read).toBe(1)
})

test(
  'an upload that was arriving during the backup is not given up by what is restored: it may be a file by now',
  async () => {
    const id = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
    const file = path.join(folder, 'arriving.tar.gz')
    await rows(
      cluster.databaseUrl,
      `INSERT INTO "EvidenceUpload" (id, "contentType", "startedAt", bytes, wallet) VALUES ('${id}', 'image/png', now(), 1000, '${owner.address}')`,
    )
    const taken = await runScript('backup', [file], { DATABASE_URL: cluster.databaseUrl, EVIDENCE_DIR: evidence })
    await rows(cluster.databaseUrl, `DELETE FROM "EvidenceUpload" WHERE id = '${id}'`)
    expect([taken.code, taken.err]).toEqual([0, ''])
    const url = await emptyDatabase()
    expect((await restore(file, url)).code).toBe(0)
    const LEFT = `SELECT (SELECT count(*)::int FROM "EvidenceUpload") AS uploads,
      (SELECT bytes::int FROM "EvidenceUsage" WHERE subject = '') AS bytes`
    expect(await rows(url, LEFT)).toEqual([{ uploads: 0, bytes: photo.length }])
  },
  PROCESS_MS_MAX,
)

test(
  'what fails after everything was restored is told as that: statistics cost time, and missing migrations are named',
  async () => {
    const later = '0046_hidden_links'
    const older = await copyDatabase(inject('templateUrl'))
    const file = path.join(folder, 'older.tar.gz')
    await rows(older.url, `DROP INDEX "Hiding_links"; DELETE FROM _prisma_migrations WHERE migration_name = '${later}'`)
    const taken = await runScript('backup', [file], { DATABASE_URL: older.url, EVIDENCE_DIR: evidence })
    await older.drop()
    expect([taken.code, taken.err]).toEqual([0, ''])

    // ANALYZE computes what is indexed, and the missing migration makes an index of a name that is taken.
    const url = await emptyDatabase()
    await rows(
      url,
      `CREATE SCHEMA other; CREATE FUNCTION other.broken(n integer) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT n';
        CREATE TABLE other.broken (n integer); INSERT INTO other.broken SELECT generate_series(1, 100);
        CREATE INDEX ON other.broken (other.broken(n));
        CREATE OR REPLACE FUNCTION other.broken(n integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RAISE ''It is broken.''; END';
        CREATE SEQUENCE "Hiding_links"`,
    )
    const done = await restore(file, url)
    expect(done.code).toBe(1)
    expect(done.out).toContain('Restored, as of')
    expect(done.out).toContain('npm run rotate-key')
    expect(done.err).toMatch(
      /ANALYZE failed: It is broken\. .*\nEverything is there but the migrations .* run "npm run migrate" .*Hiding_links/,
    )
    const APPLIED = 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1'
    expect((await rows(url, APPLIED)).map(({ name }) => name)).toEqual(MIGRATIONS.filter((name) => name !== later))
  },
  2 * PROCESS_MS_MAX,
)
