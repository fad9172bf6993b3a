import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { takeBackup } from '@/lib/backup/take-backup'
import { copyDatabase } from '@/tests/support/database'
import { rows } from '@/tests/support/sound'

// A backup of nothing must not look like a whole one.

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-no-tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const AWAY = 'ALTER SCHEMA public RENAME TO away; CREATE SCHEMA public'

test.each([
  ['in a schema of the role’s own', 'ALTER SCHEMA public RENAME TO %I; CREATE SCHEMA public'],
  [
    'in such a schema, with those of another program in public',
    'ALTER SCHEMA public RENAME TO %I; CREATE SCHEMA public; CREATE TABLE public."User" (id integer)',
  ],
  ['nowhere', `${AWAY}; CREATE TABLE _prisma_migrations (LIKE away._prisma_migrations)`],
])('of a database that has our tables %s there is no backup, and no file', async (_where, change) => {
  const { url, drop } = await copyDatabase(inject('templateUrl'))
  try {
    const [{ own } = {}] = await rows(url, 'SELECT quote_ident(current_user) AS own')
    await rows(url, change.replace('%I', String(own)))
    const taken = takeBackup({ connectionString: url, store: null }, path.join(folder, 'backup.tar.gz'))
    await expect(taken).rejects.toThrow('does not have the service’s tables')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    await drop()
  }
})

test('a schema of the role’s own beside them takes nothing out of a backup', async () => {
  const { url, drop } = await copyDatabase(inject('templateUrl'))
  try {
    const tables = async () =>
      Object.keys(
        (await takeBackup({ connectionString: url, store: null }, path.join(folder, `${made++}.tar.gz`))).tables,
      )
    let made = 0
    const before = await tables()
    await rows(url, 'CREATE SCHEMA AUTHORIZATION CURRENT_USER')
    expect(await tables()).toEqual(before)
    expect(before.length).toBeGreaterThan(10)
  } finally {
    await drop()
  }
})
