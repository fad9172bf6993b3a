import { statSync } from 'node:fs'
import path from 'node:path'
import { takeBackup } from '@/lib/backup/take-backup'
import { command, commandLine } from './command'
import { findDatabase, findEvidence } from './find-database'

/**
 * `npm run backup -- FILE-OR-FOLDER`: saves a snapshot of the database and the evidence files in one file, while the service
 * runs (docs/backup.md#in-one-command). Uses DATABASE_URL, otherwise the running embedded default in DATA_DIR. Exit code 2:
 * evidence was missing.
 */

/**
 * The file to write. In a folder its name contains the time.
 * @throws Error in one line for a folder that is not there: a disk that is not mounted must not become a file of its name.
 */
function fileOf(target: string): string {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder && (target.endsWith('/') || target.endsWith(path.sep)))
    throw new Error(`There is no folder ${target}: make it, or name a file.`)
  const time = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, '')
  return path.resolve(isFolder ? path.join(target, `trellis-${time}.tar.gz`) : target)
}

await command(async () => {
  const [target = ''] = commandLine({ usage: 'npm run backup -- FILE-OR-FOLDER', words: 1 }).words
  const file = fileOf(target)
  findDatabase()
  const source = { connectionString: process.env.DATABASE_URL ?? '', store: findEvidence() }
  const taken = await takeBackup(source, file)
  const rows = Object.values(taken.tables).reduce((sum, count) => sum + count, 0)
  console.log(`${file}: ${rows} rows of ${Object.keys(taken.tables).length} tables, ${taken.evidence} evidence files.`)
  console.log(`SHA-256 ${taken.sha256}, ${statSync(file).size} bytes, as of ${taken.takenAt}.`)
  for (const name of taken.faulty) console.error(`${name} is missing, or is not what its record says.`)
  if (taken.faulty.length > 0) process.exitCode = 2
})
