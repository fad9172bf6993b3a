import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureGenerated } from '@/server/build'
import { ROOT } from '@/server/root'
import { audit } from '@/tests/api/failover/audit'
import { signIn } from '@/tests/support/client'
import { verifierAccounts } from '@/tests/support/environment'
import { bundlePrograms, INSTANCE } from '@/tests/support/programs'
import { runScript } from '@/tests/support/script'
import { rows, unsoundIn, unsoundReceipts } from '@/tests/support/sound'
import { completedMission } from '@/tests/support/story'
import { command } from '../command'
import { MAJORS, openPostgres } from './postgres-versions'
import { wait } from './programs'
import { markdown } from './report'
import { startPeople, wrongIn } from './side-by-side'
import { openVersions, type Versions } from './versions'

/**
 * `npm run rig:restore -- [--writes 1000] [--only 16]`: takes a backup of the embedded default while clients write, restores it
 * into each supported version of Postgres, compares the facts and serves it (docs/backup.md#the-drill). Missing versions are
 * fetched from npm.
 */
const { values } = parseArgs({
  options: { writes: { type: 'string', default: '1000' }, only: { type: 'string' } },
})

/** Tables whose rows never change. */
const FACTS = {
  receipts: 'SELECT * FROM "Receipt" ORDER BY id',
  events: 'SELECT * FROM "HistoryEvent" ORDER BY "recordId", seq',
  ledger: 'SELECT * FROM "SeedEntry" ORDER BY id',
} as const
const SUMS = 'SELECT wallet, sum(amount)::int AS seeds FROM "SeedEntry" GROUP BY wallet ORDER BY wallet'

/** Takes a backup while clients write. */
async function takeUnderLoad(versions: Versions, folder: string, writes: number) {
  const { load, tell } = await startPeople(versions)
  await tell(5)
  await wait(async () => load.acknowledged.length >= writes / 2, 'writes were acknowledged')
  const ended = [...load.sessions].filter(([, session]) => session.ended)
  const before = { ...load, acknowledged: [...load.acknowledged], refusedKeys: [...load.refusedKeys] }
  const archive = path.join(folder, 'backup.tar.gz')
  const settings = { DATABASE_URL: versions.url, EVIDENCE_DIR: versions.evidence }
  const taken = await runScript('backup', [archive], settings)
  if (taken.code !== 0) throw new Error(`The backup ended with ${taken.code}: ${taken.err}`)
  await wait(async () => load.acknowledged.length >= before.acknowledged.length + writes / 2, 'writes went on')
  await load.end()
  return {
    archive,
    evidence: path.join(folder, 'evidence'),
    /** The writes acknowledged before the backup began, which it must contain. */
    load: { ...before, sessions: new Map(ended) },
  }
}

/** Compares the restored facts with the source. @returns the rows that differ, and a hash of all facts. */
async function compareFacts(source: string, restored: string) {
  const wrong: string[] = []
  const hash = createHash('sha256')
  const counts: number[] = []
  for (const [name, text] of Object.entries(FACTS)) {
    const known = new Set((await rows(source, text)).map((row) => JSON.stringify(row)))
    const kept = (await rows(restored, text)).map((row) => JSON.stringify(row))
    wrong.push(...kept.filter((row) => !known.has(row)).map((row) => `${name}: ${row}`))
    for (const row of kept) hash.update(row)
    counts.push(kept.length)
  }
  hash.update(JSON.stringify(await rows(restored, SUMS)))
  return { wrong, hash: hash.digest('hex').slice(0, 16), counts }
}

/** A restore ends all sessions. This copies them back, so that each write can be replayed unchanged. */
async function reopenSessions(source: string, restored: string): Promise<void> {
  const insert = 'INSERT INTO "Session" SELECT * FROM jsonb_populate_recordset(NULL::"Session", $1::jsonb)'
  await rows(restored, insert, [JSON.stringify(await rows(source, 'SELECT * FROM "Session"'))])
}

type Taken = Awaited<ReturnType<typeof takeUnderLoad>>

/** Restores into one version. @returns a row of the table, and the faults. */
async function restoreInto(major: string, versions: Versions, taken: Taken) {
  const server = await openPostgres(major)
  const evidence = `${taken.evidence}-${major}`
  try {
    const done = await runScript('restore', [taken.archive], { DATABASE_URL: server.url, EVIDENCE_DIR: evidence })
    if (done.code !== 0) throw new Error(`Postgres ${major}: the restore ended with ${done.code}: ${done.err}`)
    const { wrong, hash, counts } = await compareFacts(versions.url, server.url)
    await reopenSessions(versions.url, server.url)
    const instance = await versions.startOn(server.url, evidence)
    const { base } = instance
    const { sandbox, rootPost } = versions
    const primary = { query: (text: string, given?: readonly unknown[]) => rows(server.url, text, given) }
    wrong.push(...wrongIn(await audit({ load: taken.load, base, primary, sandbox, rootPost })))
    const [owner, contributor, verifier] = [
      await signIn(base),
      await signIn(base),
      await signIn(base, verifierAccounts[0]),
    ]
    await completedMission(owner, contributor, verifier, { sourceUrl: sandbox.url(rootPost) })
    wrong.push(...(await unsoundIn(server.url)), ...(await unsoundReceipts(base, server.url)))
    await instance.stop()
    return { cells: [server.version, ...counts, taken.load.acknowledged.length, hash, wrong.length], wrong, hash }
  } finally {
    await server.stop()
  }
}

async function main(): Promise<boolean> {
  await ensureGenerated({ say: console.log })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-restore-'))
  const programs = await bundlePrograms(ROOT, [INSTANCE])
  const program = path.join(programs, `${INSTANCE}.mjs`)
  const versions = await openVersions({ before: program, now: program })
  try {
    await versions.only('now')
    const taken = await takeUnderLoad(versions, folder, Number(values.writes))
    const seen: Awaited<ReturnType<typeof restoreInto>>[] = []
    for (const major of values.only ? [values.only] : MAJORS) {
      console.log(`Restoring into Postgres ${major} …`)
      seen.push(await restoreInto(major, versions, taken))
    }
    const head = ['Postgres', ...Object.keys(FACTS), 'acknowledged before', 'hash of the facts and sums', 'faults']
    console.log(
      `\n${markdown(
        head,
        seen.map(({ cells }) => cells),
      )}\n`,
    )
    console.log(seen.flatMap(({ wrong }) => wrong).join('\n'))
    return seen.every(({ wrong, hash }) => wrong.length === 0 && hash === seen[0]?.hash)
  } finally {
    await versions.close()
    for (const each of [folder, programs]) rmSync(each, { recursive: true, force: true })
  }
}

await command(async () => {
  if (!(await main())) process.exitCode = 1
})
process.exit()
