import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseOrder, USAGE } from '@/lib/erasure/order'
import { oneLine } from '../server/lifecycle'

/**
 * `npm run erase -- --record challenge:<id> --reason "…" [--part <id>] [--field name,…] [--dry-run]`: erases content of a
 * record by law (docs/erasure.md). It works on DATABASE_URL, else on the running embedded default in DATA_DIR.
 */

/** Without DATABASE_URL the embedded default's database is meant, with its keys and its files. */
async function findDatabase(): Promise<void> {
  if (process.env.DATABASE_URL) return
  const folder = path.resolve(process.env.DATA_DIR || '.data')
  const file = path.join(folder, 'database-url')
  if (!existsSync(file)) throw new Error('Set DATABASE_URL, or DATA_DIR to the folder of a service that runs.')
  process.env.DATABASE_URL = readFileSync(file, 'utf8').trim()
  const { provideSecrets } = await import('../server/secrets')
  provideSecrets(folder)
}

try {
  const order = parseOrder(process.argv.slice(2))
  await findDatabase()
  const { eraseRecord, isNothing } = await import('@/lib/erasure/erase-record')
  const { removeErasedFiles } = await import('@/lib/erasure/remove-files')
  const { closePool } = await import('@/lib/db/pool')
  try {
    const result = await eraseRecord(order)
    const verb = order.dryRun ? 'Would erase' : 'Erased'
    for (const [table, count] of result.texts) console.log(`${verb} ${count} in ${table}.`)
    if (result.files > 0) console.log(`${verb} ${result.files} evidence files.`)
    if (isNothing(result)) console.log('There is nothing left to erase.')
    if (!order.dryRun) {
      const removed = await removeErasedFiles(order.id)
      if (removed > 0) console.log(`${removed} evidence files have no bytes any more.`)
    }
  } finally {
    await closePool()
  }
} catch (error) {
  console.error(error instanceof Error && error.message.includes(USAGE) ? error.message : oneLine(error))
  process.exitCode = 1
}
