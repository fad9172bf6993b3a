import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '@/lib/db/migrate'
import { startThrowawayPostgres } from '@/server/embedded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with every migration applied; test files copy it. */
    templateUrl: string
  }
}

/** Starts the Postgres that every test file shares, with the schema in a template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres({ max_connections: '200' })
  const template = new URL(postgres.url)
  template.pathname = '/template_trellis'
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('CREATE DATABASE template_trellis')
  await client.end()
  await applyMigrations(template.href)
  project.provide('templateUrl', template.href)
  return () => postgres.stop()
}
