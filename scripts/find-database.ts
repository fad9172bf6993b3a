import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ObjectStore } from '@/lib/evidence/object-store'
import { findStore } from '@/lib/evidence/store'
import { provideSecrets } from '../server/secrets'

/**
 * Sets the environment of this process for the service's database and keys: DATABASE_URL, otherwise the embedded default
 * that runs in DATA_DIR.
 * @returns the data folder of the embedded default; null with DATABASE_URL.
 * @throws Error in one line when neither exists.
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

/** The store of the evidence files, from its own variables only; null when they are not set. */
export function findEvidence(): ObjectStore | null {
  const { BLOB_READ_WRITE_TOKEN, EVIDENCE_DIR } = process.env
  return findStore({ BLOB_READ_WRITE_TOKEN, EVIDENCE_DIR })
}
