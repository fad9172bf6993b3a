import { writeClock } from '@/tests/support/clock'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import type { Instance } from '@/tests/support/programs'
import { until } from '@/tests/support/until'

// Two instances on one database, each with a way to it and a clock of its own, so that each can be cut off, killed or go wrong alone.

const DAY_SECONDS = 86_400
const HALF_DAY_MS = 43_200_000

export interface Node {
  instance: Instance
  readonly proxy: DatabaseProxy
  /** How many seconds its clock is ahead of the other's, or behind it. */
  setSkew(seconds: number): void
}

export interface Site {
  readonly cluster: Cluster
  readonly nodes: readonly Node[]
  /** The date of a day, counted from the round's first. */
  date(day: number): string
  /** Brings every clock to noon of a day. Rounds begin at noon, so that none meets midnight by itself. */
  setDay(day: number): void
  /** Waits until the database has nothing under way any more. */
  quiet(): Promise<void>
  close(): Promise<void>
}

/** The other kinds of clock steps are small: nonces live for ten minutes. */
export const SKEW_MAX_SECONDS = 90

export async function openSite(): Promise<Site> {
  const nodes: Node[] = []
  let day = 0
  const noon = Math.floor(Date.now() / (DAY_SECONDS * 1000)) * DAY_SECONDS * 1000 + HALF_DAY_MS
  const offset = () => Math.round((noon - Date.now()) / 1000) + day * DAY_SECONDS
  let toNoon = offset()
  const cluster = await openCluster(2, {
    async start(environment) {
      const proxy = await openProxy(environment['DATABASE_URL'] ?? '')
      const clockFile = `${environment['CLOCK_FILE']}-${environment['PORT']}`
      const setSkew = (seconds: number) => writeClock(clockFile, toNoon + seconds)
      setSkew(0)
      const instance = await startInstance({ ...environment, DATABASE_URL: proxy.url, CLOCK_FILE: clockFile })
      nodes.push({ instance, proxy, setSkew })
      return instance
    },
  })
  const site: Site = {
    cluster,
    nodes,
    date: (day) => new Date(noon + day * DAY_SECONDS * 1000).toISOString().slice(0, 10),
    setDay(to) {
      day = to
      toNoon = offset()
      for (const node of nodes) node.setSkew(0)
    },
    async quiet() {
      await until(async () => {
        const { rows } = await cluster.sql.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
        )
        return rows.length === 0
      }, 'nothing was under way in the database')
    },
    async close() {
      await Promise.all(nodes.map(({ instance }) => instance.stop()))
      await cluster.close()
      await Promise.all(nodes.map(({ proxy }) => proxy.close()))
    },
  }
  return site
}
