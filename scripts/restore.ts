import path from 'node:path'
import { checkArchive } from '@/lib/backup/archive'
import { ensureGenerated } from '../server/build'
import { takeDataFolder } from '../server/data-folder'
import { Lifecycle, oneLine } from '../server/lifecycle'
import { prepareEmbeddedPostgres } from '../server/postgres/embedded'
import { provideSecrets } from '../server/secrets'
import { commandLine } from './command'
import { findEvidence } from './find-database'

/**
 * `npm run restore -- FILE`: restores a backup into the empty database of DATABASE_URL, otherwise into a new embedded default in
 * DATA_DIR, which must not be running. `npm run restore -- --check FILE` only reads the backup and checks that it is intact.
 */

/** Starts the embedded Postgres of the data folder until this process ends. */
async function openEmbedded(life: Lifecycle): Promise<string> {
  const folder = path.resolve(process.env.DATA_DIR || '.data')
  life.onStop('the data folder', await takeDataFolder(folder))
  provideSecrets(folder)
  const postgres = await prepareEmbeddedPostgres(folder)
  const running = await postgres.start()
  life.onStop('Postgres', () => running.stop())
  return postgres.url
}

const contentOf = (takenAt: string, tables: Readonly<Record<string, number>>, evidence: number) =>
  `as of ${takenAt}: ${Object.values(tables).reduce((sum, count) => sum + count, 0)} rows, ${evidence} evidence files.`

/** What the operator must repeat, because it was done after the backup: in the order and words of docs/backup.md. */
const TO_REPEAT = `Nobody is signed in, and no private feed has an address. Repeat what was done since (docs/backup.md#before-you-start-it-again).
Before you start it:
  - The service's key was replaced since: it is trusted again. npm run rotate-key
  - Something was erased since: it is there again. npm run erase
At once after the start, as a moderator:
  - Something was hidden since: it is public again. Hide it.
  - A post was published since: it waits for its approval again, and an approval would publish it twice. Cancel it.
  - A Muse was unlinked since: it is linked again. Unlink it.`

async function check(file: string): Promise<void> {
  const { takenAt, tables, evidence } = await checkArchive(file)
  console.log(`${file} is sound, ${contentOf(takenAt, tables, evidence)}`)
}

async function restore(life: Lifecycle, file: string): Promise<void> {
  // restore-backup needs generated code.
  await ensureGenerated({ say: console.log })
  const { restoreBackup } = await import('@/lib/backup/restore-backup')
  const { about, logEnd, notAnalyzed, notMigrated } = await restoreBackup(file, async () => {
    process.env.DATABASE_URL ||= await openEmbedded(life)
    return { connectionString: process.env.DATABASE_URL, store: findEvidence() }
  })
  console.log(`Restored, ${contentOf(about.takenAt, about.tables, about.evidence)}`)
  for (const name of about.faulty) console.error(`${name} was missing when the backup was taken.`)
  console.log(TO_REPEAT)
  if (logEnd !== null) console.log(`Readers of events that keep a cursor from later go on from here: since=${logEnd}`)
  if (notAnalyzed)
    console.error(`Everything is there. The first requests may take longer, because ANALYZE failed: ${notAnalyzed}`)
  if (notMigrated)
    throw new Error(
      `Everything is there but the migrations that came after the backup: run "npm run migrate" (the embedded default does it at its start). ${notMigrated}`,
    )
}

const life = new Lifecycle({ say: () => undefined, fail: console.error })
await life.run(async () => {
  const { values, words } = commandLine({
    usage: 'npm run restore -- [--check] FILE',
    options: { check: { type: 'boolean' } },
    words: 1,
  })
  const file = path.resolve(words[0] ?? '')
  life.codeOfStop = 1
  await (values['check'] ? check(file) : restore(life, file)).catch((fault: unknown) => {
    // After a signal nobody else says it.
    if (life.signal.aborted) console.error(oneLine(fault))
    throw fault
  })
  life.codeOfStop = 0
})
life.stop()
