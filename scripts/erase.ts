import { parseOrder } from '@/lib/erasure/order'
import { command, ownWords } from './command'
import { findDatabase } from './find-database'

/**
 * `npm run erase -- --record challenge:<id> --reason "…" [--part <id>] [--field name,…] [--dry-run]`: erases content of a
 * record as the law requires (docs/erasure.md). Uses DATABASE_URL, otherwise the running embedded default in DATA_DIR.
 */

await command(async () => {
  const order = parseOrder(ownWords())
  findDatabase()
  const { eraseRecord, isNothing } = await import('@/lib/erasure/erase-record')
  const { removeErasedFiles } = await import('@/lib/erasure/remove-files')
  const { refreshStatistics } = await import('@/lib/erasure/planner-statistics')
  const { closePool } = await import('@/lib/db/pool')
  try {
    const result = await eraseRecord(order)
    const verb = order.dryRun ? 'Would erase' : 'Erased'
    for (const [table, count] of result.texts) console.log(`${verb} ${count} in ${table}.`)
    if (result.files.length > 0) console.log(`${verb} ${result.files.length} evidence files.`)
    if (isNothing(result)) console.log('There is nothing left to erase.')
    if (order.dryRun) return
    // Neither waits for the other: a store may be away, and a table not be sampled.
    try {
      await refreshStatistics()
    } finally {
      const { removed, absent } = await removeErasedFiles(order.id, result.files)
      if (removed > 0) console.log(`The bytes of ${removed} evidence files were found and removed.`)
      if (absent > 0) console.log(`The bytes of ${absent} evidence files, erased earlier, were not found any more.`)
    }
  } finally {
    await closePool()
  }
})
