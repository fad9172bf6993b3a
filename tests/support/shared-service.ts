import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { privateKeyToAccount } from 'viem/accounts'
import type { PagesService } from '@/tests/setup/browser'

/**
 * The running service that is this test file's alone while it runs: there is one for each worker. A file of the API
 * suites, which start their own, gets none.
 */
export const findSharedService = (): PagesService | undefined => globalThis.pagesService

/** The same for the page suites. @throws Error elsewhere. */
export function sharedService(): PagesService {
  const service = findSharedService()
  if (!service) throw new Error('Only the page suites have a service that is started for them.')
  return service
}

const databaseUrl = () => readFileSync(path.join(sharedService().dataDir, 'database-url'), 'utf8').trim()

/** Connects to the shared service's database, for rows that would take long to come by otherwise. The caller ends it. */
export const openSharedDatabase = () => new pg.Pool({ connectionString: databaseUrl(), max: 1 })

/** Variables of a second instance on the shared service's database; it has no demo wallets and no sandbox. */
export function besideSharedService(): Record<string, string> {
  const { dataDir } = sharedService()
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(),
    SESSION_SECRET: 'a secret of forty characters for tests only',
    SERVICE_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    // Wallets that every file shares sign in at it too.
    RATE_LIMIT_SCALE: '1000000',
  }
}

/** A verifier of the service. */
export function verifierAccount(index = 0) {
  const key = sharedService().verifierKeys[index]
  if (!key) throw new Error('No verifier.')
  return privateKeyToAccount(key)
}
