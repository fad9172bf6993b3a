import { inject } from 'vitest'
import { startBareSite } from '@/tests/support/bare-site'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { openTlsDatabase, type TlsDatabase } from '@/tests/support/tls-database'

/** Connections to the database that each process may open. */
export const POOL_MAX = 2

export interface Sites extends Cluster {
  readonly database: TlsDatabase
}

/**
 * So many processes of the built site without our front, on a database of their own behind TLS.
 * @param environment variables beside or instead of the usual ones.
 * @param start how a process is started; by default by `next start`.
 */
export async function openSites(
  count: number,
  environment: Record<string, string> = {},
  start = (settings: Record<string, string>) => startBareSite(inject('bareSite').folder, settings),
): Promise<Sites> {
  const opened: TlsDatabase[] = []
  const cluster = await openCluster(count, {
    start,
    async through(url) {
      const database = await openTlsDatabase(url)
      opened.push(database)
      return database.url
    },
    environment: { DATABASE_POOL_MAX: String(POOL_MAX), TRUSTED_PROXY_HOPS: '1', EVIDENCE_DIR: '', ...environment },
  })
  const [database] = opened
  if (!database) throw new Error('The sites asked for no database.')
  return {
    ...cluster,
    database,
    async close() {
      await cluster.close()
      await database.close()
    },
  }
}
