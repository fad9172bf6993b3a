import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { oneLine } from '../server/one-line'
import { provideSecrets } from '../server/secrets'

/**
 * `npm run erase -- --record challenge:<id> --reason "…" [--part <id>] [--field name,…] [--dry-run]`: erases content of a
 * record by law (docs/erasure.md). It works on DATABASE_URL, else on the running embedded default in DATA_DIR.
 */
const USAGE =
  'npm run erase -- --record challenge:ID|mission:ID|muse-link:ID --reason "why" [--part ID] [--field name,name] [--dry-run]'

const REASON_CHARS_MAX = 200

const Id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must hold an id as the API shows it')
const Order = z.object({
  record: z
    .string({ error: 'is missing' })
    .regex(/^(challenge|mission|muse-link):/, 'must be challenge:ID, mission:ID or muse-link:ID')
    .transform((value) => {
      const at = value.indexOf(':')
      return { type: value.slice(0, at), id: value.slice(at + 1) }
    })
    .pipe(z.object({ type: z.enum(['challenge', 'mission', 'muse-link']), id: Id })),
  reason: z
    .string({ error: 'is missing: the record says it for good' })
    .trim()
    .min(3, 'is too short')
    .max(REASON_CHARS_MAX, `may have ${REASON_CHARS_MAX} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\]]+$/u, 'must be one line without ]'),
  part: Id.nullable().default(null),
  field: z
    .string()
    .regex(/^[A-Za-z]+(,[A-Za-z]+)*$/, 'must be names of fields, with commas between them')
    .transform((value) => value.split(','))
    .default([]),
  dryRun: z.boolean().default(false),
})

function readOrder() {
  const { values } = parseArgs({
    options: {
      record: { type: 'string' },
      reason: { type: 'string' },
      part: { type: 'string' },
      field: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  })
  const parsed = Order.safeParse({ ...values, dryRun: values['dry-run'] })
  if (parsed.success) return parsed.data
  throw new Error(
    `${parsed.error.issues.map(({ path: [name], message }) => `--${String(name)} ${message}`).join('; ')}.\n${USAGE}`,
  )
}

/** Without DATABASE_URL the embedded default's database is meant, with its keys and its files. */
function findDatabase(): void {
  if (process.env.DATABASE_URL) return
  const folder = path.resolve(process.env.DATA_DIR || '.data')
  const file = path.join(folder, 'database-url')
  if (!existsSync(file)) throw new Error(`Set DATABASE_URL, or DATA_DIR to the folder of a service that has run.`)
  process.env.DATABASE_URL = readFileSync(file, 'utf8').trim()
  provideSecrets(folder)
}

try {
  const { record, reason, part, field: fields, dryRun } = readOrder()
  findDatabase()
  const { eraseRecord, isNothing } = await import('@/lib/erasure/erase-record')
  const { removeErasedFiles } = await import('@/lib/erasure/remove-files')
  const { closePool } = await import('@/lib/db/pool')
  try {
    const result = await eraseRecord({ ...record, reason, part, fields, dryRun })
    for (const [table, count] of result.texts) console.log(`${dryRun ? 'Would erase' : 'Erased'} ${count} in ${table}.`)
    if (result.files > 0) console.log(`${dryRun ? 'Would erase' : 'Erased'} ${result.files} evidence files.`)
    if (isNothing(result)) console.log('There is nothing left to erase.')
    if (!dryRun) {
      const removed = await removeErasedFiles(record.id)
      if (removed > 0) console.log(`${removed} evidence files have no bytes any more.`)
    }
  } finally {
    await closePool()
  }
} catch (error) {
  console.error(error instanceof Error && error.message.includes(USAGE) ? error.message : oneLine(error))
  process.exitCode = 1
}
