import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { applyMigrations } from '@/lib/db/migrate'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { serviceEnvironment } from '@/tests/support/environment'
import { communitySettings } from '@/tests/support/platform-world'
import { chooseFreePort } from '@/tests/support/ports'
import { type Instance, startProgram } from '@/tests/support/programs'
import { openSandbox } from '@/tests/support/sandbox'

export type Version = 'before' | 'now'

/** Two versions of the service on one database; each is started and stopped separately. */
export type Versions = Awaited<ReturnType<typeof openVersions>>

/** Opens a database with this version's schema. @param programs the bundled process of each version. */
export async function openVersions(programs: Readonly<Record<Version, string>>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-versions-'))
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const server = await startThrowawayPostgres()
  await applyMigrations(server.url)
  const pool = new pg.Pool({ connectionString: server.url, max: 2 })
  const sandbox = await openSandbox({ limitScale: 1_000_000 })
  const own = await sandbox.muse('Trellis')
  const rootPost = await sandbox.post(own, { text: 'What happens is told here.' })

  const ports = { before: await chooseFreePort(), now: await chooseFreePort() }
  const baseOf: Readonly<Record<Version, string>> = {
    before: `http://localhost:${ports.before}`,
    now: `http://localhost:${ports.now}`,
  }
  const running = new Map<Version, Instance>()
  /** The running instances, where clients send requests. */
  const bases: string[] = []
  /** The folder of the evidence files. */
  const evidence = path.join(folder, 'evidence')
  const start = (version: Version, port: number, databaseUrl = server.url, evidenceDir = evidence) =>
    startProgram(programs[version], {
      ...serviceEnvironment({ databaseUrl, clockFile, port, rateLimitScale: 1_000_000 }),
      ...communitySettings(sandbox.base, own, 'on'),
      APP_URL: baseOf.before,
      EVIDENCE_DIR: evidenceDir,
    })
  /** Starts the named versions, then stops the others as an operator does: first no more requests, then SIGTERM. */
  const only = async (...versions: readonly Version[]) => {
    for (const version of versions)
      if (!running.has(version)) running.set(version, await start(version, ports[version]))
    bases.splice(0, bases.length, ...versions.map((version) => baseOf[version]))
    for (const [version, instance] of running) {
      if (versions.includes(version)) continue
      const code = await instance.stop()
      running.delete(version)
      if (code !== 0) throw new Error(`The version ${version} ended with ${code}: ${instance.log()}`)
    }
  }
  return {
    url: server.url,
    evidence,
    sandbox,
    rootPost,
    bases,
    baseOf,
    only,
    /** Starts this version on another database. The caller stops it. */
    startOn: async (databaseUrl: string, evidenceDir: string) =>
      start('now', await chooseFreePort(), databaseUrl, evidenceDir),
    query: async (text: string, values: readonly unknown[] = []) => (await pool.query(text, [...values])).rows,
    async close() {
      await only()
      await pool.end()
      await sandbox.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
