import { startBareSite } from '@/tests/support/bare-site'
import { bareSite } from '@/tests/support/built-site'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { openTlsDatabase, type TlsDatabase } from '@/tests/support/tls-database'

/** Connections to the database that each process may open. */
export const POOL_MAX = 2

/** How long a page may take to come, however busy the machine is. */
const PATIENCE_MS = 100_000

/**
 * The text of a page. A process that has just begun loads code for so long on a busy machine that its patience for a
 * connection to the database is over before it can look: such an answer says so, and the page is asked for again.
 */
export async function pageText(base: string, address: string): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const response = await fetch(base + address)
    const text = await response.text()
    if (response.status < 500) return text
    if (Date.now() > until) throw new Error(`${address} was answered ${response.status}.`)
  }
}

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
  start = (settings: Record<string, string>) => startBareSite(bareSite().folder, settings),
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
