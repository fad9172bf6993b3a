import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ObjectStore } from '@/lib/evidence/object-store'
import { findStore } from '@/lib/evidence/store'
import { provideSecrets } from '../server/secrets'

/**
 * Points this process to the service's database, keys and files: DATABASE_URL, or else the embedded default that runs in
 * DATA_DIR.
 * @returns the data folder of the embedded default; null with DATABASE_URL.
 * @throws Error in one line where neither is there.
 */
export function findDatabase(environment: NodeJS.ProcessEnv = process.env): string | null {
  if (environment.DATABASE_URL) return null
  const folder = path.resolve(environment.DATA_DIR || '.data')
  const file = path.join(folder, 'database-url')
  if (!existsSync(file)) throw new Error('Set DATABASE_URL, or DATA_DIR to the folder of a service that runs.')
  environment.DATABASE_URL = readFileSync(file, 'utf8').trim()
  provideSecrets(folder, environment)
  return folder
}

/** Where the service's evidence lies, as far as the environment says, which needs to hold nothing else; null where it does not. */
export function findEvidence(): ObjectStore | null {
  const { BLOB_READ_WRITE_TOKEN, EVIDENCE_DIR } = process.env
  return findStore({ BLOB_READ_WRITE_TOKEN, EVIDENCE_DIR })
}
