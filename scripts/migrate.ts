import { applyMigrations } from '@/lib/db/migrate'
import { oneLine } from '../server/one-line'

try {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the database to migrate (the embedded one migrates itself at start).')
  const applied = await applyMigrations(url)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
