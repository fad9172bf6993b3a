/** What a migration narrows or binds, and why that is allowed. */
interface Contraction {
  /** The release after which it is allowed, because its version needs nothing of it any more; null before the first release. */
  readonly after: string | null
  readonly why: string
  /** The first words of each such statement, in the script's order. */
  readonly statements: readonly string[]
}

/** Every migration that does more than widen (tests/support/migration-shapes.ts). */
export const CONTRACTIONS: Readonly<Record<string, Contraction>> = {
  '0001_tables': {
    after: null,
    why: 'The schema itself, which is there in a database of ours.',
    statements: ['CREATE SCHEMA IF NOT EXISTS "public"'],
  },
  '0002_guards': {
    after: null,
    why: 'The second half of the first schema: no version ran without it.',
    statements: [
      'CREATE UNIQUE INDEX "Decision_one_live" ON "Decision"',
      'CREATE UNIQUE INDEX "Proof_one_waiting" ON "Proof"',
      'ALTER TABLE "RateLimit" SET UNLOGGED',
      'DO',
      'CREATE CONSTRAINT TRIGGER balance_not_negative AFTER INSERT ON "SeedEntry" DEFERRABLE INITIALLY IMMEDIATE',
    ],
  },
  '0004_platform': {
    after: null,
    why: '`proposalId` is a column that the version before leaves empty; the guards are of tables made here.',
    statements: [
      'CREATE UNIQUE INDEX "Submission_proposalId_key" ON "Submission"',
      'ALTER TABLE "Submission" ADD CONSTRAINT "Submission_proposalId_fkey" FOREIGN KEY',
      'DO',
    ],
  },
  '0005_chain': {
    after: null,
    why: 'Needs a drain: the version before adds checks without `askedAt`.',
    statements: [
      'ALTER TABLE "TransactionCheck" ALTER COLUMN "askedAt" DROP DEFAULT',
      'INSERT INTO "TransactionCheck"',
      'UPDATE "TransactionCheck"',
    ],
  },
  '0007_projects': {
    after: null,
    why: 'Guards of tables made here.',
    statements: ['DO'],
  },
  '0008_moderation': {
    after: null,
    why: 'Guards of tables made here; both indexes are made anew under their names, within the transaction.',
    statements: ['DO', 'DROP INDEX "Challenge_due"', 'DROP INDEX "Notification_unread"'],
  },
  '0009_true_receipts': {
    after: null,
    why: 'Fills columns made here, and moves missions by events of their histories, as every writer does.',
    statements: ['UPDATE "Mission" m', 'UPDATE "Mission" m', 'DO'],
  },
  '0010_check_per_record': {
    after: null,
    why: 'Needs a drain: the checks have another key, and the version before finds none of its own.',
    statements: [
      'ALTER TABLE "TransactionCheck" RENAME TO "SharedCheck"',
      'ALTER TABLE "SharedCheck" DROP CONSTRAINT "TransactionCheck_pkey"',
      'DROP INDEX "TransactionCheck_due"',
      'DROP TABLE "SharedCheck"',
      'DROP INDEX "Mission_bounty"',
      'DROP INDEX "Proof_transaction"',
      'DROP INDEX "FundingRecord_transaction"',
      'DROP INDEX "ProjectEvidence_transaction"',
      'DROP INDEX "Payment_chainId_txHash_key"',
      'DROP INDEX "Payment_receiptId_idx"',
      'CREATE UNIQUE INDEX "Payment_receiptId_chainId_txHash_key" ON "Payment"',
    ],
  },
  '0011_hidden_links': {
    after: null,
    why: 'Needs a drain: the version before knows neither the new types of records nor the new key of response links.',
    statements: [
      'ALTER TYPE "RecordType" ADD VALUE \'submission\'',
      'ALTER TYPE "RecordType" ADD VALUE \'muse-link\'',
      'DROP TRIGGER append_only ON "Submission"',
      'UPDATE "Submission" s',
      'ALTER TABLE "Submission" ALTER COLUMN "id" SET NOT NULL, ALTER COLUMN "id" SET DEFAULT gen_random_uuid',
      'ALTER TABLE "Submission" DROP CONSTRAINT "Submission_pkey", ADD CONSTRAINT "Submission_pkey" PRIMARY KEY',
      'CREATE UNIQUE INDEX "Submission_challengeId_side_hiddenAt_key" ON "Submission"',
      'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "Submission"',
      'DROP INDEX "Proposal_one_side"',
      'ALTER TABLE "MuseLink" ADD CONSTRAINT "MuseLink_hidden" CHECK',
      'DROP TRIGGER kept ON "MuseLink"',
      'DROP TRIGGER ended_once ON "MuseLink"',
      'CREATE TRIGGER kept BEFORE UPDATE ON "MuseLink"',
      'CREATE TRIGGER ended_once BEFORE UPDATE ON "MuseLink"',
    ],
  },
  '0012_limits': {
    after: null,
    why: 'The triggers write tables made here only; what the guards and the constraint refuse becomes less.',
    statements: [
      'CREATE TRIGGER counted AFTER INSERT OR DELETE ON "EvidenceUpload"',
      'CREATE TRIGGER counted AFTER INSERT OR UPDATE OF "erasedAt" ON "EvidenceFile"',
      'CREATE OR REPLACE FUNCTION refuse_change',
      'CREATE OR REPLACE FUNCTION refuse_rewrite',
      'CREATE OR REPLACE FUNCTION refuse_change_but_hiding',
      'ALTER TABLE "OutboxItem" DROP CONSTRAINT "OutboxItem_hash"',
      'ALTER TABLE "OutboxItem" ADD CONSTRAINT "OutboxItem_hash" CHECK',
    ],
  },
  '0015_reads': {
    after: null,
    why: 'Another index finds the same rows.',
    statements: ['DROP INDEX "Challenge_review_queue"'],
  },
  '0016_events': {
    after: null,
    why: 'The trigger writes a table made here only.',
    statements: ['CREATE TRIGGER queued AFTER INSERT ON "HistoryEvent"'],
  },
  '0020_search': {
    after: null,
    why: 'The triggers write a table made here only.',
    statements: [
      'CREATE TRIGGER searched AFTER INSERT OR UPDATE OF title, prompt, "contenderA", "contenderB" ON "Challenge"',
      'CREATE TRIGGER searched AFTER UPDATE OF title, summary, deliverable ON "Mission"',
      'CREATE TRIGGER searched_added AFTER INSERT ON "Milestone" REFERENCING NEW TABLE AS added',
      'CREATE TRIGGER searched AFTER UPDATE OF title ON "Milestone"',
      'SELECT search_missions',
    ],
  },
  '0024_hidden_parts': {
    after: '1.0.0',
    why: 'What is refused becomes less: the new indexes keep the shown rows apart, which the old ones kept apart already.',
    statements: [
      'DROP INDEX "FundingRecord_missionId_transactionUrl_key"',
      'DROP INDEX "FundingRecord_missionId_chainId_txHash_key"',
      'DROP INDEX "ProjectEvidence_missionId_url_key"',
      'DROP INDEX "ProjectEvidence_missionId_chainId_txHash_key"',
      'CREATE UNIQUE INDEX "FundingRecord_shown_url" ON "FundingRecord"',
      'CREATE UNIQUE INDEX "FundingRecord_shown_transaction" ON "FundingRecord"',
      'CREATE UNIQUE INDEX "ProjectEvidence_shown_url" ON "ProjectEvidence"',
      'CREATE UNIQUE INDEX "ProjectEvidence_shown_transaction" ON "ProjectEvidence"',
    ],
  },
  '0026_kept_pages': {
    after: '1.0.0',
    why: 'How a table gives pages back changes nothing that is read or written.',
    statements: [
      'ALTER TABLE "IdempotencyKey" SET',
      'ALTER TABLE "SigningNonce" SET',
      'ALTER TABLE "AgentRequest" SET',
      'ALTER TABLE "Session" SET',
    ],
  },
  '0027_events_of_records': {
    after: '1.0.0',
    why: 'Readers of the log are told of fewer events, in the same order: those of posts were for moderators only.',
    statements: ['CREATE OR REPLACE FUNCTION log_events'],
  },
  '0028_erasable_texts': {
    after: '1.0.0',
    why: 'An erasure may change more columns of text; whatever else the guards refuse stays refused.',
    statements: ['CREATE OR REPLACE FUNCTION erasable'],
  },
  '0029_releases': {
    after: '1.0.0',
    why: 'An older version hides no reason of a release, and lists what is hidden without reading what kind it is; an erasure may change one more column.',
    statements: [`ALTER TYPE "RecordType" ADD VALUE 'release'`, 'CREATE OR REPLACE FUNCTION erasable'],
  },
  '0031_title_pieces': {
    after: '1.0.0',
    why: 'An older version looks titles up by shorter pieces, which stay in the index; the functions return what they returned.',
    statements: [
      'CREATE OR REPLACE FUNCTION title_grams',
      'ALTER INDEX "ChallengeTitle_pieces" ALTER COLUMN 1 SET STATISTICS 300',
      'ALTER INDEX "MissionTitle_pieces" ALTER COLUMN 1 SET STATISTICS 300',
      'ANALYZE "ChallengeTitle"',
      'ANALYZE "MissionTitle"',
      'DROP INDEX "ChallengeTitle_grams"',
      'DROP INDEX "MissionTitle_grams"',
      'ALTER INDEX "ChallengeTitle_pieces" RENAME TO "ChallengeTitle_grams"',
      'ALTER INDEX "MissionTitle_pieces" RENAME TO "MissionTitle_grams"',
      'CREATE OR REPLACE FUNCTION search_words',
      'CREATE OR REPLACE FUNCTION search_missions',
      'ALTER FUNCTION whole_answer',
    ],
  },
  '0032_queue_by_statement': {
    after: '1.0.0',
    why: 'What adds an event and what reads the queue see what they saw.',
    statements: [
      'DROP TRIGGER queued ON "HistoryEvent"',
      'CREATE OR REPLACE FUNCTION queue_event',
      'CREATE TRIGGER queued AFTER INSERT ON "HistoryEvent" REFERENCING NEW TABLE AS added',
    ],
  },
  '0033_short_pending_lists': {
    after: '1.0.0',
    why: 'How an index keeps its entries is known to nobody who reads or writes its table.',
    statements: [
      'ALTER INDEX "ChallengeTitle_grams" SET',
      'ALTER INDEX "MissionTitle_grams" SET',
      'ALTER INDEX "SearchText_words" SET',
    ],
  },
  '0034_shorter_pending_lists': {
    after: '1.0.0',
    why: 'As 0033.',
    statements: [
      'ALTER INDEX "ChallengeTitle_grams" SET',
      'ALTER INDEX "MissionTitle_grams" SET',
      'ALTER INDEX "SearchText_words" SET',
    ],
  },
  '0035_busy_wallets': {
    after: '1.0.0',
    why: 'Both indexes are made anew under their names, within the transaction; who asks for a contributor finds what it found.',
    statements: ['DROP INDEX "Mission_list_contributor"', 'DROP INDEX "Mission_running_contributor"'],
  },
  '0036_contributed': {
    after: '1.0.0',
    why: 'A column that only its trigger and its index know; whoever moves a mission writes what they wrote.',
    statements: ['UPDATE "Mission" m', 'CREATE TRIGGER reopened BEFORE UPDATE OF state ON "Mission"'],
  },
  '0037_closed_reviews': {
    after: '1.0.0',
    why: 'Columns that only their triggers and the queue know; whoever ends a record writes what they wrote, and both indexes, made anew under their names, find what they found.',
    statements: [
      'CREATE TRIGGER closed AFTER UPDATE OF state, "hiddenAt" ON "Challenge"',
      'CREATE TRIGGER closed AFTER UPDATE OF state, "hiddenAt" ON "Mission"',
      'UPDATE "Decision" d',
      'UPDATE "Proof" p',
      'DROP INDEX "Decision_review_queue"',
      'DROP INDEX "Proof_review_queue"',
    ],
  },
  '0038_sent_back': {
    after: '1.0.0',
    why: 'The triggers write a table made here only.',
    statements: [
      'CREATE TRIGGER sent_back AFTER UPDATE OF state, "hiddenAt" ON "Challenge"',
      'CREATE TRIGGER sent_back AFTER UPDATE OF state, "hiddenAt" ON "Mission"',
      'CREATE TRIGGER sent_back AFTER UPDATE OF "hiddenAt" ON "Proof"',
      'SELECT note_sent_back',
      'SELECT note_sent_back',
    ],
  },
  '0039_contributed_days': {
    after: '1.0.0',
    why: 'The index is made anew under its name, within the transaction, in another order; who asks for a contributor finds what it found, and a version before sorts what a wallet has to do.',
    statements: ['DROP INDEX "Mission_running_contributor"'],
  },
  '0041_posting_muse': {
    after: '1.0.0',
    why: 'The trigger is made anew within the transaction and lets one more column change, which a version before never writes.',
    statements: ['DROP TRIGGER kept ON "OutboxItem"', 'CREATE TRIGGER kept BEFORE UPDATE ON "OutboxItem"'],
  },
  '0043_seed_balances': {
    after: '1.0.0',
    why: 'The trigger writes a table made here only, and refuses what the one that goes refused; a version before sums the entries without its index.',
    statements: [
      'LOCK TABLE "SeedEntry" IN ACCESS EXCLUSIVE MODE',
      'CREATE TRIGGER balances AFTER INSERT ON "SeedEntry" REFERENCING NEW TABLE AS added',
      'DROP TRIGGER balance_not_negative ON "SeedEntry"',
      'DROP FUNCTION refuse_negative_balance',
      'DROP INDEX "SeedEntry_balance"',
    ],
  },
  '0044_erasable_anonymous_ids': {
    after: '1.0.0',
    why: 'An erasure may change one more column of text; whatever else the guards refuse stays refused.',
    statements: ['CREATE OR REPLACE FUNCTION erasable'],
  },
  '0045_sent_back_verdict': {
    after: '1.0.0',
    why: 'What is noted decides a list and nothing else; a version before shows the shorter one.',
    statements: ['CREATE OR REPLACE FUNCTION note_sent_back', 'DELETE FROM "SentBack" b USING "SignedVerdict" v'],
  },
  '0047_list_exits': {
    after: '1.0.0',
    why: 'The triggers refuse nothing: they count, also what a version before writes.',
    statements: [
      'CREATE SEQUENCE list_exits',
      'CREATE TRIGGER challenge_list_exit AFTER UPDATE OF state ON "Challenge"',
      'CREATE TRIGGER mission_list_exit AFTER UPDATE OF state ON "Mission"',
    ],
  },
  '0048_newest_verdict': {
    after: '1.0.0',
    why: 'As 0045: what is noted decides a list and nothing else.',
    statements: ['CREATE OR REPLACE FUNCTION note_sent_back', 'SELECT note_sent_back'],
  },
  '0050_parts_by_author': {
    after: '1.0.0',
    why: 'What is refused becomes less: a version before names none of the indexes, which are made anew under their names, within the transaction, and shows what it is given.',
    statements: [
      'DROP INDEX "FundingRecord_shown_url"',
      'DROP INDEX "FundingRecord_shown_transaction"',
      'DROP INDEX "ProjectEvidence_shown_url"',
      'DROP INDEX "ProjectEvidence_shown_transaction"',
      'CREATE UNIQUE INDEX "FundingRecord_shown_url" ON "FundingRecord"',
      'CREATE UNIQUE INDEX "FundingRecord_shown_transaction" ON "FundingRecord"',
      'CREATE UNIQUE INDEX "ProjectEvidence_shown_url" ON "ProjectEvidence"',
      'CREATE UNIQUE INDEX "ProjectEvidence_shown_transaction" ON "ProjectEvidence"',
    ],
  },
}
