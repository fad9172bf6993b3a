import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '@/lib/db/migrate'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { databasesFolder } from '@/tests/support/databases-folder'
import { dropDatabase, maintain } from '@/tests/support/maintenance'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with every migration applied; test files copy it. */
    templateUrl: string
  }
}

/** A server of the tests' own, or the one that `TEST_DATABASE_URL` names; its role may create databases. */
async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  return given
    ? { url: given, stop: async () => undefined }
    : startThrowawayPostgres({ max_connections: '200' }, databasesFolder())
}

interface Template {
  readonly url: string
  stop(): Promise<void>
}

async function openTemplate(): Promise<Template> {
  const server = await openServer()
  const name = `template_trellis_${randomBytes(4).toString('hex')}`
  const template = new URL(server.url)
  template.pathname = `/${name}`
  await maintain(server.url, (client) => client.query(`CREATE DATABASE ${name}`))
  await applyMigrations(template.href)
  return {
    url: template.href,
    async stop() {
      await maintain(server.url, (client) => dropDatabase(client, name))
      await server.stop()
    },
  }
}

// Several suites ask for it in one process, each by way of a module of its own: they share one, and Prisma's engine, which
// cannot migrate two databases at once in a process, is asked once.
declare global {
  var sharedTemplate: { users: number; readonly opened: Promise<Template> } | undefined
}

/** Prepares the Postgres that every test file shares, with the schema in a template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.sharedTemplate ??= { users: 0, opened: openTemplate() }
  const shared = globalThis.sharedTemplate
  shared.users += 1
  const template = await shared.opened
  project.provide('templateUrl', template.url)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await template.stop()
  }
}
