import { randomBytes } from 'node:crypto'
import { dropDatabase, maintain } from '@/tests/support/maintenance'

/** Copies of one template refuse each other while they run: this advisory lock lets them take turns. */
const COPY_LOCK = 7001

/**
 * A database of its own for a test file, copied from the migrated template.
 * @returns its URL and a function that drops it.
 */
export async function copyDatabase(templateUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  await maintain(templateUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${COPY_LOCK})`)
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => maintain(templateUrl, (client) => dropDatabase(client, name)) }
}
