import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Actor, type Reply, type SendOptions, send, signIn } from '@/tests/support/client'
import { type Clock, clockOf } from '@/tests/support/clock'
import { copyDatabase } from '@/tests/support/database'
import { adminAccount, serviceEnvironment, verifierAccounts } from '@/tests/support/environment'
import { chooseFreePort } from '@/tests/support/ports'

/** Who calls a service: anybody, and wallets that are signed in. */
interface Callers {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Reply>
  /** A fresh wallet, signed in. */
  wallet(): Promise<Actor>
  verifier(which?: 0 | 1): Promise<Actor>
  admin(): Promise<Actor>
}

/** A service of a test file's own: its own database and clock, and the real HTTP server in this process. */
export interface World extends Callers, Clock {
  readonly base: string
  readonly databaseUrl: string
  readonly clockFile: string
  /** Straight to the database, to look at what was left behind. */
  readonly sql: pg.Pool
  close(): Promise<void>
}

export const callersAt = (base: string): Callers => ({
  get: (target, headers) => send(base, 'GET', target, undefined, { headers }),
  send: (method, target, body, options) => send(base, method, target, body, options),
  wallet: () => signIn(base),
  verifier: (which = 0) => signIn(base, verifierAccounts[which]),
  admin: () => signIn(base, adminAccount),
})

/** A free port of loopback. */
export const freePort = (): Promise<number> => chooseFreePort()

/** Opens a world. Call it once per test file, in `beforeAll`, before anything of `lib` is imported. */
export async function openWorld(
  settings: { rateLimitScale?: number; environment?: Record<string, string> } = {},
): Promise<World> {
  const database = await copyDatabase(inject('templateUrl'))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-world-'))
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const port = await freePort()
  Object.assign(
    process.env,
    serviceEnvironment({ databaseUrl: database.url, clockFile, port, ...settings }),
    { EVIDENCE_DIR: path.join(folder, 'evidence') },
    settings.environment,
  )

  const { createHttpServer } = await import('@/server/http/server')
  const { handle } = await import('@/lib/mcp/handle')
  const { closePool } = await import('@/lib/db/pool')
  const server = createHttpServer({ pages: null, handle })
  await server.listen(port, ['127.0.0.1'])
  const base = `http://localhost:${port}`
  const sql = new pg.Pool({ connectionString: database.url, max: 4 })
  sql.on('error', () => undefined)
  return {
    base,
    databaseUrl: database.url,
    clockFile,
    sql,
    ...callersAt(base),
    ...clockOf(clockFile),
    async close() {
      await server.drain(500)
      await closePool()
      await sql.end()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
