import { databaseWarnings } from '@/lib/db/database-requirements'
import { applyMigrations } from '@/lib/db/migrate'
import { command, commandLine } from './command'

// Safe at every deploy: applied migrations are skipped, and of concurrent runs one works at a time while the others wait.
await command(async () => {
  commandLine({ usage: 'npm run migrate' })
  const url = process.env.DATABASE_URL_UNPOOLED || process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the database to migrate (the embedded one migrates itself at start).')
  const applied = await applyMigrations(url, console.log)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  for (const warning of await databaseWarnings(url)) console.warn(`Warning: ${warning}`)
})
