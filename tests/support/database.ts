import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Copies of one template refuse each other while they run: this advisory lock lets them take turns. */
const COPY_LOCK = 7001

async function maintain(templateUrl: string, statements: readonly string[]): Promise<void> {
  const maintenance = new URL(templateUrl)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * A database of its own for a test file, copied from the migrated template.
 * @returns its URL and a function that drops it.
 */
export async function copyDatabase(templateUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  await maintain(templateUrl, [`SELECT pg_advisory_lock(${COPY_LOCK})`, `CREATE DATABASE ${name} TEMPLATE ${template}`])
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => maintain(templateUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]) }
}
