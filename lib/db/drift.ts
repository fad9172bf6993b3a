import pg from 'pg'
import { z } from 'zod'
import { NO_FILTERS, openEngine, PRISMA_DIR, readSchema } from '@/lib/db/engine'

const NEXT_DAY = `(
CASE
    WHEN (state = 'AWAITING_DECISION') THEN "decisionDeadline"
    ELSE "submissionDeadline"
END)`
const CHALLENGE_UNDER_WAY = `WHERE (("hiddenAt" IS NULL) AND (state = ANY (ARRAY['DRAFT', 'OPEN', 'AWAITING_DECISION'])))`
const MISSION_RUNS = `(state <> ALL (ARRAY['COMPLETED', 'FAILED', 'ABANDONED']))`
const MISSION_DUE = `(state = ANY (ARRAY['SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED']))`
const MISSION_OPEN = `WHERE (("hiddenAt" IS NULL) AND (state = 'SEED') AND ("contributorWallet" IS NULL))`
const CLAIMED = `("contributorWallet" IS NOT NULL)`
const BOUNTY = `(COALESCE("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL)`

/** In kB: what searches read beside the index, and what one write merges into it. */
const SHORT_PENDING_LIST = `WITH (gin_pending_list_limit='64')`

/**
 * Indexes that only the migrations define, because Prisma's schema language cannot express them. The definitions are
 * written as Postgres prints them, without the casts of enums. Prisma's diff ignores conditions and expressions, so these
 * are compared here.
 */
const HAND_WRITTEN: Readonly<Record<string, string>> = {
  // Title search by pieces of text (lib/db/title-search.ts): an expression.
  ChallengeTitle_grams: `gin (title_grams(folded)) ${SHORT_PENDING_LIST}`,
  MissionTitle_grams: `gin (title_grams(folded)) ${SHORT_PENDING_LIST}`,
  // Search for words: an option.
  SearchText_words: `gin (words) ${SHORT_PENDING_LIST}`,
  // Prefix search for addresses, hashes and names, independent of the database's collation.
  Proposal_author: '(lower("authorName") COLLATE "C") WHERE ("hiddenAt" IS NULL)',
  Proposal_muse: '("museId" COLLATE "C") WHERE ("hiddenAt" IS NULL)',
  Receipt_hash: '("contentHash" COLLATE "C")',
  Wallet_search: '(lower(address) COLLATE "C")',
  // Lists, newest first (descending order), most of them without hidden records (a condition).
  Challenge_list_owner: '(owner, id DESC) WHERE ("hiddenAt" IS NULL)',
  Challenge_list_owner_state: '(owner, state, id DESC) WHERE ("hiddenAt" IS NULL)',
  Challenge_list_state: '(state, id DESC) WHERE ("hiddenAt" IS NULL)',
  Mission_contributed: `("contributorWallet", id DESC) WHERE (("hiddenAt" IS NULL) AND ${CLAIMED} AND ((state <> 'SEED') OR reopened))`,
  Mission_contributed_day: `("contributorWallet", deadline, id) WHERE (("hiddenAt" IS NULL) AND ${MISSION_RUNS} AND ${CLAIMED} AND ((state <> 'SEED') OR reopened))`,
  Mission_list_contributor: `("contributorWallet", id DESC) WHERE (("hiddenAt" IS NULL) AND ${CLAIMED})`,
  Mission_list_contributor_state: `("contributorWallet", state, id DESC) WHERE (("hiddenAt" IS NULL) AND ${CLAIMED})`,
  Mission_list_owner: '(owner, id DESC) WHERE ("hiddenAt" IS NULL)',
  Mission_list_owner_state: '(owner, state, id DESC) WHERE ("hiddenAt" IS NULL)',
  Mission_list_state: '(state, id DESC) WHERE ("hiddenAt" IS NULL)',
  Hiding_hidden: '(id DESC) WHERE ("restoredAt" IS NULL)',
  Hiding_links: `("parentId") WHERE (("recordType" = 'submission') AND ("restoredAt" IS NULL))`,
  Hiding_restored: '(id DESC) WHERE ("restoredAt" IS NOT NULL)',
  Hiding_restored_last: '("restoredAt" DESC, id DESC) WHERE ("restoredAt" IS NOT NULL)',
  Notification_news: `(wallet, id DESC) WHERE (("hiddenAt" IS NULL) AND (kind <> ALL (ARRAY['decision-waiting'::text, 'designated'::text, 'proof-waiting'::text, 'record-reported'::text])))`,
  OutboxItem_own: '("createdBy", id DESC)',
  OutboxItem_sent: `(id DESC) WHERE (state = 'sent')`,
  Receipt_list: '(id DESC)',
  Receipt_list_contributor: `(receipt_party(body, 'contributorWallet'::text), id DESC)`,
  Receipt_list_outcome: '(outcome, id DESC)',
  Receipt_list_owner: `(receipt_party(body, 'owner'::text), id DESC)`,
  Report_list_state: '(state, id DESC)',
  SigningNonce_prepared: `(wallet, "expiresAt") WHERE (purpose <> 'sign-in')`,
  Session_open: '(wallet, id DESC) WHERE ("revokedAt" IS NULL)',
  Submission_list_submitter: '("submittedBy", id DESC) WHERE ("hiddenAt" IS NULL)',
  // Rows that wait for a person, the schedule or the platform. They are few, so the indexes hold only those.
  Challenge_due: `("submissionDeadline", id) WHERE ((state = 'OPEN') AND ("hiddenAt" IS NULL))`,
  Challenge_unfinished: `(owner) WHERE (state <> ALL (ARRAY['CONVERTED_TO_MISSION', 'CANCELLED']))`,
  Decision_review_queue: `(closed, id) WHERE (status = 'submitted')`,
  Mission_running_contributor: `("contributorWallet", deadline, id) WHERE (("hiddenAt" IS NULL) AND ${MISSION_RUNS} AND ${CLAIMED})`,
  Mission_running_owner: `(owner, id DESC) WHERE (("hiddenAt" IS NULL) AND ${MISSION_RUNS})`,
  Notification_unread: '(wallet) WHERE (("readAt" IS NULL) AND ("hiddenAt" IS NULL))',
  OutboxItem_unsettled: `("attemptedAt") WHERE (state = ANY (ARRAY['sending', 'uncertain']))`,
  PlatformThread_synced: '("syncedAt") WHERE ("syncedAt" IS NOT NULL)',
  PlatformThread_waiting: '("triedAt") WHERE ("syncedAt" IS NOT NULL)',
  Proof_review_queue: `(closed, id) WHERE ((status = 'submitted') AND ("hiddenAt" IS NULL))`,
  Report_open: `("recordId") WHERE (state = 'open')`,
  TransactionCheck_due: '("chainId", "nextCheckAt") WHERE ("nextCheckAt" IS NOT NULL)',
  TransactionCheck_same: '("chainId", "txHash") WHERE ("nextCheckAt" IS NOT NULL)',
  // Upcoming and passed days for which no notification was sent yet.
  Challenge_coming: `("decisionDeadline", id) WHERE ((state = 'AWAITING_DECISION') AND ("hiddenAt" IS NULL) AND ("comingTold" IS DISTINCT FROM "decisionDeadline"))`,
  Challenge_overdue: `("decisionDeadline", id) WHERE ((state = 'AWAITING_DECISION') AND ("hiddenAt" IS NULL) AND ("overdueTold" IS DISTINCT FROM "decisionDeadline"))`,
  Mission_coming: `(deadline, id) WHERE (${MISSION_DUE} AND ("hiddenAt" IS NULL) AND ("comingTold" IS DISTINCT FROM deadline))`,
  Mission_overdue: `(deadline, id) WHERE (${MISSION_DUE} AND ("hiddenAt" IS NULL) AND ("overdueTold" IS DISTINCT FROM deadline))`,
  // Lists of unfinished records by their next day, of missions open to claim, and of missions with a bounty.
  Challenge_list_day: `(${NEXT_DAY}, id) ${CHALLENGE_UNDER_WAY}`,
  Challenge_list_state_day: `(state, ${NEXT_DAY}, id) ${CHALLENGE_UNDER_WAY}`,
  Mission_with_bounty: `(id DESC) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY})`,
  Mission_bounty_contributor: `("contributorWallet", id DESC) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY} AND ${CLAIMED})`,
  Mission_bounty_contributor_day: `("contributorWallet", deadline, id) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY} AND ${MISSION_RUNS} AND ${CLAIMED})`,
  Mission_bounty_owner: `(owner, id DESC) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY})`,
  Mission_bounty_day: `(deadline, id) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY} AND ${MISSION_RUNS})`,
  Mission_bounty_state: `(state, id DESC) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY})`,
  Mission_bounty_state_day: `(state, deadline, id) WHERE (("hiddenAt" IS NULL) AND ${BOUNTY} AND ${MISSION_RUNS})`,
  Mission_list_day: `(deadline, id) WHERE (("hiddenAt" IS NULL) AND ${MISSION_RUNS})`,
  Mission_list_state_day: `(state, deadline, id) WHERE (("hiddenAt" IS NULL) AND ${MISSION_RUNS})`,
  Mission_open: `(id DESC) ${MISSION_OPEN}`,
  Mission_open_day: `(deadline, id) ${MISSION_OPEN}`,
  // Unique among some rows only, or with NULL as an ordinary value.
  Decision_one_live: `unique ("challengeId") WHERE (status <> 'rejected')`,
  Hiding_now: 'unique ("parentId", "recordId") WHERE ("restoredAt" IS NULL)',
  FundingRecord_shown_transaction: 'unique ("missionId", "recordedBy", "chainId", "txHash") WHERE ("hiddenAt" IS NULL)',
  FundingRecord_shown_url: 'unique ("missionId", "recordedBy", "transactionUrl") WHERE ("hiddenAt" IS NULL)',
  MuseLink_active_muse: 'unique ("museId") WHERE ("unlinkedAt" IS NULL)',
  MuseLink_active_wallet: 'unique (wallet) WHERE ("unlinkedAt" IS NULL)',
  OutboxItem_announced_once: `unique ("challengeId") WHERE ((kind = 'announce') AND (state = ANY (ARRAY['approved', 'sending', 'uncertain', 'sent'])))`,
  OutboxItem_receipt_once: `unique ("missionId") WHERE ((kind = 'receipt') AND (state = ANY (ARRAY['approved', 'sending', 'uncertain', 'sent'])))`,
  Proof_one_waiting: `unique ("missionId") WHERE ((status = 'submitted') AND ("hiddenAt" IS NULL))`,
  ProjectEvidence_shown_transaction:
    'unique ("missionId", "submittedBy", "chainId", "txHash") WHERE ("hiddenAt" IS NULL)',
  ProjectEvidence_shown_url: 'unique ("missionId", "submittedBy", url) WHERE ("hiddenAt" IS NULL)',
  Submission_challengeId_side_hiddenAt_key: 'unique ("challengeId", side, "hiddenAt") NULLS NOT DISTINCT',
}

/** Removes comments, and each `DROP INDEX` of an index in `HAND_WRITTEN`. */
function withoutHandWritten(script: string): string {
  return script
    .split(/(?<=;)\s*\n/)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '' && !Object.hasOwn(HAND_WRITTEN, dropped(statement)))
    .join('\n')
}

const dropped = (statement: string) => /^DROP INDEX "(\w+)"/.exec(statement)?.[1] ?? ''

const IndexRows = z.array(z.object({ name: z.string(), definition: z.string() }))

/**
 * Compares the indexes of the database with `HAND_WRITTEN`.
 * @returns a line for each index that is missing, different or unexpected.
 */
async function handWrittenDrift(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT c.relname AS name, CASE WHEN i.indisunique THEN 'unique ' ELSE '' END
        || regexp_replace(pg_get_indexdef(c.oid), '^.*? USING (btree )?|::"\\w+"', '', 'g') AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace AND (c.relname = ANY ($1) OR i.indpred IS NOT NULL
        OR i.indexprs IS NOT NULL OR i.indnullsnotdistinct) ORDER BY name`,
    [Object.keys(HAND_WRITTEN)],
  )
  const found = new Map(IndexRows.parse(rows).map(({ name, definition }) => [name, definition]))
  const names = [...new Set([...Object.keys(HAND_WRITTEN), ...found.keys()])]
  return names
    .filter((name) => found.get(name) !== HAND_WRITTEN[name])
    .map(
      (name) => `Index "${name}" is ${found.get(name) ?? 'missing'}, and should be ${HAND_WRITTEN[name] ?? 'absent'}.`,
    )
}

/**
 * Compares a migrated database with `schema.prisma` and the hand-written indexes.
 * @param connectionString a `postgres://` URL.
 * @returns an SQL script that would remove the differences, then a sentence for each hand-written index that differs; empty
 * when everything agrees.
 */
export async function schemaDrift(connectionString: string): Promise<string> {
  const schema = readSchema()
  const pool = new pg.Pool({ connectionString, max: 2 })
  try {
    // Before the engine opens, because it replaces the pool's `query`.
    const indexes = await handWrittenDrift(pool)
    const engine = await openEngine(pool)
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [schema], configDir: PRISMA_DIR },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    })
    engine.free()
    return [withoutHandWritten(stdout ?? ''), ...indexes].filter(Boolean).join('\n')
  } finally {
    await pool.end()
  }
}
