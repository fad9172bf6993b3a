import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Actor, actor } from '@/tests/support/client'
import { clockOf } from '@/tests/support/clock'
import { copyDatabase } from '@/tests/support/database'
import { serviceEnvironment } from '@/tests/support/environment'
import { type Instance, startProgram } from '@/tests/support/programs'
import { programFile } from '@/tests/support/script'
import { openSessions } from '@/tests/support/session'
import { callersAt, freePort, type World } from '@/tests/support/world'

/** What a process runs: the HTTP server and the endpoints (instance.ts), or the same behind workers (worker-service.ts). */
export type Program = 'instance' | 'worker-service'

/**
 * Starts one process of the service and waits until it listens.
 * @param environment all of it; nothing is inherited.
 * @param output see `startProgram`.
 */
export const startInstance = (
  environment: Record<string, string>,
  program: Program = 'instance',
  output?: number,
): Promise<Instance> => startProgram(programFile(`tests/support/${program}`), environment, output)

/** Several processes of the service over one database; as a world it is the first of them. */
export interface Cluster extends World {
  readonly instances: readonly Instance[]
  /** The same wallet and session at each instance. */
  everywhere(who: Actor): readonly Actor[]
  /** Wallets whose sessions are put straight into the database. */
  wallets(count: number): Promise<Actor[]>
}

export interface ClusterSettings {
  /** Variables beside or instead of the usual ones. */
  readonly environment?: Record<string, string>
  /** The way by which the processes reach their database, e.g. a proxy; the tests look straight. */
  readonly through?: (databaseUrl: string) => Promise<string>
  /** A migrated database of the test's own; by default a copy of the template. */
  readonly databaseUrl?: string
  /** How a process is started; by default with the HTTP server and without pages. */
  readonly start?: (environment: Record<string, string>) => Promise<Instance>
}

/** Opens a database of its own with so many processes on it. */
export async function openCluster(count: number, settings: ClusterSettings = {}): Promise<Cluster> {
  const { environment, through, start = startInstance } = settings
  const database = settings.databaseUrl
    ? { url: settings.databaseUrl, drop: async () => undefined }
    : await copyDatabase(inject('templateUrl'))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-cluster-'))
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const site = { APP_URL: `http://localhost:${ports[0]}` }
  const databaseUrl = through ? await through(database.url) : database.url
  const environments = ports.map((port) => ({
    ...serviceEnvironment({ databaseUrl, clockFile, port }),
    ...site,
    EVIDENCE_DIR: path.join(folder, 'evidence'),
    ...environment,
  }))
  const instances = await Promise.all(environments.map((one) => start(one)))
  const [first] = instances
  if (!first) throw new Error('A cluster has at least one instance.')
  const { base } = first
  const sql = new pg.Pool({ connectionString: database.url, max: 4 })
  sql.on('error', () => undefined)
  return {
    base,
    instances,
    databaseUrl: database.url,
    clockFile,
    sql,
    everywhere: (who) => instances.map((instance) => actor(instance.base, who.account, who.token)),
    wallets: (howMany) => openSessions(base, sql, howMany),
    ...callersAt(base),
    ...clockOf(clockFile),
    async close() {
      await Promise.all(instances.map((instance) => instance.stop()))
      await sql.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
