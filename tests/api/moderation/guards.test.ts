import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What the database itself refuses, whoever asks: deeds of moderators and reports are kept, and end once.

const RESTRICT_VIOLATION = '23001'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'

let world: World
let kept: string
beforeAll(async () => {
  world = await openWorld()
  const [owner, admin] = [await world.wallet(), await world.admin()]
  for (const ends of [true, false]) {
    const { id } = await seedMission(owner)
    const report = { recordType: 'mission', recordId: id, reason: 'Look.' }
    expect((await owner.post('/api/moderation/reports', report)).status).toBe(201)
    if (ends) {
      await done(hide(admin, 'mission', id))
      await done(restore(admin, 'mission', id))
    }
  }
  await done(hide(admin, 'mission', (await seedMission(owner)).id))
  kept = await all()
})
afterAll(() => world.close())

async function all(): Promise<string> {
  const { rows } = await world.sql.query(
    `SELECT t::text FROM "Hiding" t UNION ALL SELECT t::text FROM "Report" t ORDER BY 1`,
  )
  return JSON.stringify(rows)
}

test.each([
  ['another reason for hiding', `UPDATE "Hiding" SET reason = 'other'`, RESTRICT_VIOLATION],
  ['another moderator', `UPDATE "Hiding" SET "hiddenBy" = 'somebody'`, RESTRICT_VIOLATION],
  ['another end', `UPDATE "Hiding" SET "restoreReason" = 'other' WHERE "restoredAt" IS NOT NULL`, RESTRICT_VIOLATION],
  ['half an end', `UPDATE "Hiding" SET "restoredAt" = now() WHERE "restoredAt" IS NULL`, CHECK_VIOLATION],
  ['another reason for a report', `UPDATE "Report" SET reason = 'other'`, RESTRICT_VIOLATION],
  ['a report opened again', `UPDATE "Report" SET state = 'open' WHERE state = 'hidden'`, RESTRICT_VIOLATION],
  ['a report settled by nobody', `UPDATE "Report" SET state = 'dismissed' WHERE state = 'open'`, CHECK_VIOLATION],
  ['hidings deleted', `DELETE FROM "Hiding"`, RESTRICT_VIOLATION],
  ['reports deleted', `DELETE FROM "Report"`, RESTRICT_VIOLATION],
  ['hidings truncated', `TRUNCATE "Hiding"`, RESTRICT_VIOLATION],
  ['reports truncated', `TRUNCATE "Report"`, RESTRICT_VIOLATION],
  [
    'a record hidden twice at a time',
    `INSERT INTO "Hiding" (id, "recordType", "recordId", "parentId", reason, "hiddenBy", "hiddenAt")
      SELECT '${randomUUID()}', "recordType", "recordId", "parentId", reason, "hiddenBy", "hiddenAt" FROM "Hiding" WHERE "restoredAt" IS NULL`,
    UNIQUE_VIOLATION,
  ],
  [
    'a record reported twice by one wallet',
    `INSERT INTO "Report" (id, "recordType", "recordId", "parentId", reason, "reportedBy", "reportedAt", state)
      SELECT '${randomUUID()}', "recordType", "recordId", "parentId", reason, "reportedBy", "reportedAt", state FROM "Report" WHERE state = 'open'`,
    UNIQUE_VIOLATION,
  ],
])('%s: refused', async (_what, statement, code) => {
  await expect(world.sql.query(statement)).rejects.toMatchObject({ code })
  expect(await all()).toBe(kept)
})
