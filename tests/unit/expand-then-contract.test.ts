import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PRISMA_DIR } from '@/lib/db/engine'

// Both the version before and this one run on the new schema while instances are replaced (docs/operating.md#upgrades): a migration adds,
// and what takes something away, or may refuse what the version before writes, stands here with why that is no harm.

/** The schema of version one, before which there was nothing to be compatible with. */
const FIRST = '0008_moderation'

/** By migration, how a statement begins, and why the version before it goes on working. */
const ARGUED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0010_check_per_record': {
    'ALTER TABLE "TransactionCheck" RENAME':
      'One row for each naming record. Not compatible: instances of version one end first.',
    'ALTER TABLE "SharedCheck" DROP CONSTRAINT': 'Of the table that goes.',
    'DROP INDEX "TransactionCheck_due"': 'Of the table that goes.',
    'DROP TABLE "SharedCheck"': 'Its rows stand in the new one.',
    'DROP INDEX "Mission_bounty"': 'Nobody waits for fewer indexes.',
    'DROP INDEX "Proof_transaction"': 'Nobody waits for fewer indexes.',
    'DROP INDEX "FundingRecord_transaction"': 'Nobody waits for fewer indexes.',
    'DROP INDEX "ProjectEvidence_transaction"': 'Nobody waits for fewer indexes.',
    'DROP INDEX "Payment_chainId_txHash_key"': 'Made anew by receipt; see the first line.',
    'DROP INDEX "Payment_receiptId_idx"': 'The unique one begins with the same column.',
    'CREATE UNIQUE INDEX "Payment_receiptId_chainId_txHash_key"': 'Refuses less than the one before.',
  },
  '0011_hidden_links': {
    'DROP TRIGGER append_only ON "Submission"': 'Made anew behind.',
    'ALTER TABLE "Submission" ALTER COLUMN "id" SET NOT NULL':
      'With a default: who does not know the column gives none.',
    'ALTER TABLE "Submission" DROP CONSTRAINT': 'The unique index refuses the same second link.',
    'CREATE UNIQUE INDEX "Submission_challengeId_side_hiddenAt_key"':
      'As the primary key did, for links that are shown.',
    'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Submission"': 'Allows one change more than before.',
    'DROP INDEX "Proposal_one_side"': 'Refuses less.',
    'ALTER TABLE "MuseLink" ADD CONSTRAINT "MuseLink_hidden"': 'Of a column that the version before does not write.',
    'DROP TRIGGER kept ON "MuseLink"': 'Made anew behind.',
    'DROP TRIGGER ended_once ON "MuseLink"': 'Made anew behind.',
    'CREATE TRIGGER kept BEFORE UPDATE ON "MuseLink"': 'Allows one change more than before.',
    'CREATE TRIGGER ended_once BEFORE UPDATE ON "MuseLink"': 'Allows one change more than before.',
  },
  '0012_limits': {
    'CREATE TRIGGER counted AFTER INSERT OR DELETE ON "EvidenceUpload"': 'Counts, and refuses nothing.',
    'CREATE TRIGGER counted AFTER INSERT OR UPDATE OF "erasedAt" ON "EvidenceFile"': 'Counts, and refuses nothing.',
    'ALTER TABLE "OutboxItem" DROP CONSTRAINT "OutboxItem_hash"': 'Made anew behind.',
    'ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_hash"': 'Allows more than before.',
  },
  '0015_reads': { 'DROP INDEX "Challenge_review_queue"': 'Another one serves the same list.' },
  '0016_events': {
    'CREATE TRIGGER queued AFTER INSERT ON "HistoryEvent"': 'Adds a row elsewhere, and refuses nothing.',
  },
  '0020_search': {
    'CREATE TRIGGER searched AFTER INSERT OR UPDATE OF title, prompt':
      'Keeps the words of a record, and refuses nothing.',
    'CREATE TRIGGER searched AFTER UPDATE OF title, summary': 'The same of missions.',
    'CREATE TRIGGER searched_added AFTER INSERT ON "Milestone"': 'The same of milestones.',
    'CREATE TRIGGER searched AFTER UPDATE OF title ON "Milestone"': 'The same of milestones.',
  },
}

/** What no program that knows less can notice. */
const ADDS = [
  /^CREATE (UNLOGGED )?(TABLE|SEQUENCE|TYPE) /,
  /^CREATE INDEX /,
  /^CREATE (OR REPLACE )?FUNCTION /,
  /^ALTER TYPE "\w+" ADD VALUE /,
  /^(INSERT INTO|UPDATE|SELECT) /,
  /^ALTER TABLE "\w+" ALTER COLUMN "?\w+"? SET (STATISTICS|\(n_distinct)/,
  /^DO \$\$$/,
]
const ADDED_COLUMN = /^ADD COLUMN "?\w+"? /

/** The statements of a migration on one line each, without comments, texts and bodies. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

/** Only columns that who does not know them leaves empty, or to their default. */
function addsColumns(statement: string): boolean {
  const [, parts] = /^ALTER TABLE "\w+" (ADD COLUMN .*)$/.exec(statement) ?? []
  const columns = parts?.split(/, (?=ADD )/) ?? []
  return (
    columns.length > 0 &&
    columns.every((column) => ADDED_COLUMN.test(column) && (!/NOT NULL/.test(column) || /DEFAULT/.test(column)))
  )
}

function adds(statement: string, ownTables: ReadonlySet<string>): boolean {
  const [, table] = /\b(?:ON|ALTER TABLE) "(\w+)"/.exec(statement) ?? []
  const isOwn = table !== undefined && ownTables.has(table)
  return isOwn || addsColumns(statement) || ADDS.some((pattern) => pattern.test(statement))
}

const folders = readdirSync(path.join(PRISMA_DIR, 'migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name > FIRST)
  .map(({ name }) => name)
  .sort()

test.each(folders)('%s adds, or says why the version before goes on working', (name) => {
  const statements = statementsOf(readFileSync(path.join(PRISMA_DIR, 'migrations', name, 'migration.sql'), 'utf8'))
  const argued = Object.keys(ARGUED[name] ?? {})
  const own = new Set<string>()
  const taking = statements.filter((statement) => {
    const [, created] = /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/.exec(statement) ?? []
    if (created !== undefined) own.add(created)
    return !adds(statement, own)
  })
  expect(taking.filter((statement) => !argued.some((beginning) => statement.startsWith(beginning)))).toEqual([])
  expect(argued.filter((beginning) => !taking.some((statement) => statement.startsWith(beginning)))).toEqual([])
})

test('what takes away is seen', () => {
  const own = new Set(['New'])
  const taking = [
    'DROP TABLE "Mission"',
    'ALTER TABLE "Mission" DROP COLUMN title',
    'ALTER TABLE "Mission" RENAME COLUMN title TO name',
    'ALTER TABLE "Mission" ADD COLUMN "x" TEXT NOT NULL',
    'ALTER TABLE "Mission" ADD COLUMN "x" TEXT, ADD CONSTRAINT y CHECK (true)',
    'ALTER TABLE "Mission" ALTER COLUMN title SET NOT NULL',
    'CREATE UNIQUE INDEX one ON "Mission" (title)',
    'CREATE TRIGGER refuse BEFORE INSERT ON "Mission" EXECUTE FUNCTION refuse()',
  ]
  expect(taking.filter((statement) => adds(statement, own))).toEqual([])
  const adding = [
    'ALTER TABLE "Mission" ADD COLUMN "x" TEXT, ADD COLUMN "y" INTEGER NOT NULL DEFAULT 0',
    'CREATE UNIQUE INDEX one ON "New" (title)',
    'CREATE INDEX one ON "Mission" (title)',
  ]
  expect(adding.filter((statement) => !adds(statement, own))).toEqual([])
})
