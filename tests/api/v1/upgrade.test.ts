import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isUuid } from '@/lib/id'
import { copyDatabase } from '@/tests/support/database'

// A database that has users keeps what they wrote when a newer version migrates it.

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations')
const script = (name: string) => readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8')
const names = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

let database: { url: string; drop: () => Promise<void> }
let client: pg.Client
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** An empty database with the migrations before one applied. */
async function before(name: string): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  for (const earlier of names.filter((other) => other < name)) await client.query(script(earlier))
}

async function apply(from: string): Promise<void> {
  for (const name of names.filter((other) => other >= from)) await client.query(script(name))
}

test('response links that were recorded before they had ids get one, by their time, the same everywhere', async () => {
  const made: pg.QueryResultRow[][] = []
  for (let round = 0; round < 2; round++) {
    await before('0011_hidden_links')
    await client.query(`
      INSERT INTO "Challenge" (id, state, title, prompt, "submissionDeadline", "decisionDeadline", "rewardDescription",
        "contenderA", "contenderB", owner, "historySeq", "historyHead", "createdAt", "updatedAt")
      SELECT ('019aa35c-0c00-7c3e-8f10-00000000000' || n)::uuid, 'OPEN', 'A title', 'A question', '2026-12-01', '2026-12-02', 'Thanks',
        'One', 'Other', '0x0', 1, 'x', now(), now() FROM generate_series(1, 2) n;
      INSERT INTO "Submission" ("challengeId", side, url, "submittedBy", "submittedAt")
      SELECT c.id, s.side::"Side", 'https://example.org/' || s.side, '0x0', '2026-11-21T00:00:00Z'
      FROM "Challenge" c, (VALUES ('A'), ('B')) s(side);`)
    await apply('0011_hidden_links')
    const { rows } = await client.query(
      `SELECT id, "challengeId", side, url, "hiddenAt" FROM "Submission" ORDER BY 2, 3`,
    )
    made.push(rows)
  }
  const [rows = [], again] = made
  expect(again).toEqual(rows)
  expect(rows.map(({ side, url, hiddenAt }) => [side, url, hiddenAt])).toEqual([
    ['A', 'https://example.org/A', null],
    ['B', 'https://example.org/B', null],
    ['A', 'https://example.org/A', null],
    ['B', 'https://example.org/B', null],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
  for (const { id } of rows) {
    expect(isUuid(id)).toBe(true)
    // RFC 9562 §5.7: the time in milliseconds, then version 7, then the variant.
    expect(id).toMatch(/^01a1fb67-1800-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  await expect(client.query(`UPDATE "Submission" SET url = 'https://example.org/other'`)).rejects.toMatchObject({
    code: '23001',
  })
  await expect(
    client.query(`INSERT INTO "Submission" ("challengeId", side, url, "submittedBy", "submittedAt")
      SELECT "challengeId", side, url, "submittedBy", now() FROM "Submission"`),
  ).rejects.toMatchObject({ code: '23505' })
})

test('of missions that nobody holds, those that were worked on and given back are told from those that were only designated', async () => {
  await before('0036_contributed')
  await client.query(`
    INSERT INTO "Mission" (id, state, title, summary, "definitionOfDone", "requiredProof", deadline, owner, "contributorWallet",
      "designatedWallet", "historySeq", "historyHead", "createdAt", "updatedAt")
    SELECT ('019aa35c-0c00-7c3e-8f10-00000000000' || n)::uuid, s::"MissionState", s || ' ' || n, 'A summary', 'Done', 'A link', '2026-12-01',
      '0x0', '0x1', '0x1', 1, 'x', now(), now() FROM (VALUES (1, 'SEED'), (2, 'SEED'), (3, 'GROWING')) m(n, s);
    INSERT INTO "Milestone" (id, "missionId", position, title, required, status)
    SELECT gen_random_uuid(), id, 1, 'One', true, 'Pending' FROM "Mission";
    INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, "submittedBy", "submittedAt", status)
    SELECT gen_random_uuid(), s."missionId", s.id, 'Link', 'https://example.org', 'Done.', '0x1', now(), 'rejected'
    FROM "Milestone" s JOIN "Mission" m ON m.id = s."missionId" WHERE m.title <> 'SEED 1'`)
  await apply('0036_contributed')
  const reopened = async () =>
    (await client.query('SELECT title FROM "Mission" WHERE reopened ORDER BY title')).rows.map(({ title }) => title)
  expect(await reopened()).toEqual(['SEED 2'])
  await client.query(`UPDATE "Mission" SET state = 'SEED', "historySeq" = 2`)
  expect(await reopened()).toEqual(['GROWING 3', 'SEED 2'])
})

/** Challenges and missions, the third of each hidden, with a decision and a proof in each. Titles are their numbers and states. */
async function insertRecords(
  challengeStates: readonly string[],
  missionStates: readonly string[],
  status: string,
): Promise<void> {
  const columns = `id, state, title, "historySeq", "historyHead", "createdAt", "updatedAt", owner, "hiddenAt"`
  const values = (states: readonly string[], type: string) =>
    `${states
      .map(
        (
          state,
          n,
        ) => `SELECT '019aa35c-0c00-7c3e-8f10-0000000000${type === 'ChallengeState' ? 'c' : 'd'}${n}'::uuid, '${state}'::"${type}", '${n} ${state}', 1, 'x',
          now(), now(), '0x0', ${n === 2 ? 'now()' : 'NULL::timestamptz'}`,
      )
      .join(' UNION ALL ')}`
  await client.query(`
    INSERT INTO "Challenge" (${columns}, prompt, "submissionDeadline", "decisionDeadline", "rewardDescription", "contenderA", "contenderB")
    SELECT v.*, 'A question', '2026-12-01', '2026-12-02', 'Thanks', 'One', 'Other' FROM (${values(challengeStates, 'ChallengeState')}) v;
    INSERT INTO "Decision" (id, "challengeId", side, "decisionUrl", explanation, "submittedBy", "submittedAt", late, status)
    SELECT id, id, 'A', 'https://example.org', 'So it is.', '0x0', now(), false, '${status}' FROM "Challenge";
    INSERT INTO "Mission" (${columns}, summary, "definitionOfDone", "requiredProof", deadline)
    SELECT v.*, 'A summary', 'Done', 'A link', '2026-12-01' FROM (${values(missionStates, 'MissionState')}) v;
    INSERT INTO "Milestone" (id, "missionId", position, title, required, status)
    SELECT id, id, 1, 'One', true, 'Pending' FROM "Mission";
    INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, "submittedBy", "submittedAt", status)
    SELECT id, id, id, 'Link', 'https://example.org', 'Done.', '0x1', now(), '${status}' FROM "Mission"`)
}

test('of what was submitted, that of ended and of hidden records is closed, as is that of records which a version before ends later', async () => {
  await before('0037_closed_reviews')
  await insertRecords(
    ['DECISION_SUBMITTED', 'CANCELLED', 'DECISION_SUBMITTED'],
    ['PROOF_SUBMITTED', 'ABANDONED', 'VERIFIED'],
    'submitted',
  )
  await apply('0037_closed_reviews')
  const closed = async () =>
    (
      await client.query(`SELECT title FROM "Decision" d JOIN "Challenge" c ON c.id = d."challengeId" WHERE closed
        UNION ALL SELECT title FROM "Proof" p JOIN "Mission" m ON m.id = p."missionId" WHERE closed ORDER BY title`)
    ).rows.map(({ title }) => title)
  expect(await closed()).toEqual(['1 ABANDONED', '1 CANCELLED', '2 DECISION_SUBMITTED', '2 VERIFIED'])
  await client.query(`UPDATE "Challenge" SET "hiddenAt" = NULL; UPDATE "Mission" SET "hiddenAt" = NULL`)
  expect(await closed()).toEqual(['1 ABANDONED', '1 CANCELLED'])
  await client.query(`UPDATE "Challenge" SET state = 'CANCELLED'; UPDATE "Mission" SET state = 'FAILED'`)
  expect(await closed()).toHaveLength(6)
})

test('what was sent back is noted with the last verdict about it, where nobody has answered, as is what a version before sends back', async () => {
  await before('0038_sent_back')
  await insertRecords(
    ['AWAITING_DECISION', 'DECISION_SUBMITTED', 'AWAITING_DECISION'],
    ['CHANGES_REQUESTED', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED'],
    'rejected',
  )
  await client.query(`
    INSERT INTO "SignedVerdict" (id, purpose, "subjectId", verdict, words, verifier, message, signature, "signedAt")
    SELECT overlay(x.id::text PLACING n::text FROM 1)::uuid, 'proof-review', x.id, 'reject', n::text, '0x0', 'x', 'x', now()
    FROM (SELECT id FROM "Decision" UNION SELECT id FROM "Proof") x, generate_series(0, 1) n`)
  await apply('0038_sent_back')
  const sentBack = async () =>
    (
      await client.query(`SELECT title FROM "SentBack" b JOIN "SignedVerdict" v ON v.id = b."verdictId" AND v.words = '1'
        JOIN (SELECT id, title FROM "Challenge" UNION ALL SELECT id, title FROM "Mission") r ON r.id = b."recordId" ORDER BY title`)
    ).rows.map(({ title }) => title)
  expect(await sentBack()).toEqual(['0 AWAITING_DECISION', '0 CHANGES_REQUESTED'])
  await client.query(`UPDATE "Challenge" SET state = CASE state WHEN 'AWAITING_DECISION' THEN 'CANCELLED' ELSE 'AWAITING_DECISION' END::"ChallengeState";
    UPDATE "Mission" SET state = CASE state WHEN 'CHANGES_REQUESTED' THEN 'FAILED' ELSE 'CHANGES_REQUESTED' END::"MissionState"`)
  expect(await sentBack()).toEqual(['1 DECISION_SUBMITTED', '1 PROOF_SUBMITTED'])
})

test('what was sent back is noted with the newest verdict, also about a proof that was restored and so is older than another', async () => {
  await before('0048_newest_verdict')
  await insertRecords(['CANCELLED'], ['CHANGES_REQUESTED', 'CHANGES_REQUESTED'], 'rejected')
  const verdict = (id: string, subject: string, given: string) =>
    client.query(
      `INSERT INTO "SignedVerdict" (id, purpose, "subjectId", verdict, words, verifier, message, signature, "signedAt")
        VALUES ($1, 'proof-review', $2, $3::"Verdict", 'Judged.', '0x0', 'x', 'x', now())`,
      [id, subject, given],
    )
  const uuid = (kind: string, n: number) => `019aa35c-0c00-7c3e-8f10-0000000000${kind}${n}`
  for (const [n, given] of ['reject', 'approve'].entries()) {
    await client.query(
      `INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, "submittedBy", "submittedAt", status)
        VALUES ($1, $2, $2, 'Link', 'https://example.org', 'Done.', '0x1', now(), 'rejected')`,
      [uuid('e', n), uuid('d', n)],
    )
    await client.query(
      `INSERT INTO "Hiding" (id, "recordType", "recordId", "parentId", reason, "hiddenBy", "hiddenAt", "restoreReason", "restoredBy", "restoredAt")
        VALUES ($1, 'proof', $2, $2, 'x', '0x0', now(), 'x', '0x0', now())`,
      [uuid('b', n), uuid('d', n)],
    )
    await verdict(uuid('1', n), uuid('e', n), given)
    await verdict(uuid('2', n), uuid('d', n), 'request-changes')
  }
  await client.query('SELECT note_sent_back(id) FROM "Mission"')
  const noted = async () =>
    (await client.query('SELECT "verdictId" FROM "SentBack" ORDER BY "recordId"')).rows.map(
      ({ verdictId }) => verdictId,
    )
  expect(await noted()).toEqual([uuid('1', 0)])
  await apply('0048_newest_verdict')
  expect(await noted()).toEqual([uuid('2', 0), uuid('2', 1)])
})

test('balances are what a ledger came to before, and follow what a version before adds', async () => {
  await before('0043_seed_balances')
  const entries = (...of: readonly string[]) =>
    client.query(`INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt")
      SELECT wallet, amount, 'milestone-verified', 'x', now() FROM (VALUES ${of.join(', ')}) e(wallet, amount)`)
  await entries(`('0x0', 10)`, `('0x1', 20)`, `('0x0', -5)`)
  await apply('0043_seed_balances')
  const balances = async () =>
    (await client.query('SELECT wallet, balance, entries FROM "SeedBalance" ORDER BY wallet')).rows.map(Object.values)
  expect(await balances()).toEqual([
    ['0x0', 5, 2],
    ['0x1', 20, 1],
  ])
  await entries(`('0x2', 5)`, `('0x0', 20)`)
  await expect(entries(`('0x1', -25)`)).rejects.toMatchObject({ code: '23514' })
  expect(await balances()).toEqual([
    ['0x0', 25, 3],
    ['0x1', 20, 1],
    ['0x2', 5, 1],
  ])
})
