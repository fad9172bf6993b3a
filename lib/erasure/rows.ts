// The tables that hold content of a challenge, of the mission that grew from it, or about them. The database function
// `erasable` lists the content columns of these tables, and the database guards them.

/** The condition for a table's rows `t`: `$1` are ids of challenges, `$2` of missions, `$4` of Muse links. */
export interface ErasableRows {
  readonly table: string
  readonly where: string
  /** SQL for the ids of the parts whose content the row holds; by default its own id. */
  readonly parts?: string
}

const PROOFS = `SELECT p.id FROM "Proof" p WHERE p."missionId" = ANY($2::uuid[])`
const DECISIONS = `SELECT d.id FROM "Decision" d WHERE d."challengeId" = ANY($1::uuid[])`
const PROJECT_DECISIONS = `SELECT d.id FROM "ProjectDecision" d WHERE d."missionId" = ANY($2::uuid[])`
const JUDGED = `${PROOFS} UNION ALL ${DECISIONS} UNION ALL ${PROJECT_DECISIONS} UNION ALL SELECT unnest($1::uuid[] || $2::uuid[])`

/** The parts of a row that only copies what other rows hold. */
const OF_OTHERS = 'NULL::text'

const ofChallenge = `t."challengeId" = ANY($1::uuid[])`
const ofMission = `t."missionId" = ANY($2::uuid[])`
const ofAny = 't."parentId" = ANY($1::uuid[] || $2::uuid[] || $4::uuid[])'
/** A title as notifications quote it (`quoted` of lib/text), and as they quoted it before. */
const quotesTitle = (r: string) =>
  `strpos(t.body, '“' || ${r}.title || '”') > 0 OR strpos(t.body, '“' || translate(${r}.title, '“”"', '‘’''') || '”') > 0`

const ofEither = `(t."challengeId" = ANY($1::uuid[]) OR t."missionId" = ANY($2::uuid[]))`

/** What moderators said of Muse links. Notifications of it end with these words, and lead to the page of the wallet. */
const MODERATED_LINKS = `SELECT l."museId", w.words FROM "MuseLink" l JOIN (SELECT "parentId", "settleReason" AS words FROM "Report"
    UNION ALL SELECT "parentId", reason FROM "Hiding" UNION ALL SELECT "parentId", "restoreReason" FROM "Hiding") w ON w."parentId" = l.id
  WHERE l.id = ANY($4::uuid[])`

export const ERASABLE_ROWS: readonly ErasableRows[] = [
  { table: 'Challenge', where: 't.id = ANY($1::uuid[])' },
  { table: 'ChallengeTitle', where: 't.id = ANY($1::uuid[])' },
  { table: 'Submission', where: ofChallenge, parts: `to_jsonb(t) ->> 'id', t."proposalId"::text` },
  { table: 'Decision', where: ofChallenge },
  { table: 'PlatformThread', where: ofChallenge, parts: 't."challengeId"::text' },
  { table: 'Proposal', where: ofChallenge },
  { table: 'Mission', where: 't.id = ANY($2::uuid[])' },
  { table: 'MissionTitle', where: 't.id = ANY($2::uuid[])' },
  { table: 'Milestone', where: ofMission },
  { table: 'Proof', where: ofMission },
  { table: 'Release', where: ofMission },
  { table: 'SourcePost', where: ofMission, parts: 't."missionId"::text' },
  { table: 'Commitment', where: ofMission },
  { table: 'ProjectDecision', where: ofMission },
  { table: 'FundingRecord', where: ofMission },
  { table: 'ProjectEvidence', where: ofMission },
  {
    table: 'SignedVerdict',
    where: `t."subjectId" IN (${JUDGED}) OR t.id IN (${PROJECT_DECISIONS})`,
    parts: 't.id::text, t."subjectId"::text',
  },
  { table: 'SigningNonce', where: `t."subjectId" IN (${JUDGED})`, parts: 't."subjectId"::text' },
  { table: 'Hiding', where: ofAny, parts: 't.id::text, t."recordId"::text' },
  { table: 'Report', where: ofAny, parts: 't.id::text, t."recordId"::text' },
  { table: 'OutboxItem', where: ofEither },
  { table: 'Receipt', where: ofMission, parts: OF_OTHERS },
  {
    table: 'HistoryEvent',
    where: `t."recordId" = ANY($1::uuid[] || $2::uuid[]) AND t.kind <> 'content-erased'`,
    // Events copy what other rows hold, but the reason of a withdrawal is nowhere else.
    parts: `CASE WHEN t.kind = 'decision-withdrawn' THEN t.data ->> 'decisionId' END`,
  },
  { table: 'MuseLink', where: 't.id = ANY($4::uuid[])' },
  {
    table: 'Notification',
    where: `EXISTS (SELECT 1 FROM unnest($1::uuid[] || $2::uuid[]) r WHERE strpos(t.href, r::text) > 0)
      OR EXISTS (SELECT 1 FROM "Receipt" r WHERE r."missionId" = ANY($2::uuid[]) AND strpos(t.href, r.id::text) > 0)
      OR EXISTS (SELECT 1 FROM (SELECT title FROM "Challenge" WHERE id = ANY($1::uuid[])
          UNION SELECT title FROM "Mission" WHERE id = ANY($2::uuid[])) r WHERE ${quotesTitle('r')})
      OR EXISTS (SELECT 1 FROM (${MODERATED_LINKS}) r WHERE strpos(t.body, '“' || r."museId" || '”') > 0
          AND right(t.body, length(r.words)) = r.words)`,
    parts: OF_OTHERS,
  },
]

/** The JSON fields that hold content. Other fields (ids, wallets, hashes, states) are never erased. */
export const CONTENT_KEYS: ReadonlySet<string> = new Set([
  ...['title', 'prompt', 'rewardDescription', 'contenderA', 'contenderB', 'label', 'summary', 'deliverable'],
  ...['definitionOfDone', 'requiredProof', 'rewardTerms', 'explanation', 'reason', 'statement', 'note', 'words'],
  ...['message', 'text', 'payload', 'description', 'authorName', 'reviewerName', 'siteName', 'body', 'restoreReason'],
  ...['settleReason', 'excerpt', 'unlinkReason', 'cancelReason', 'url', 'decisionUrl', 'sourceUrl', 'transactionUrl'],
  ...['originPostUrl', 'threadUrl', 'imageUrl', 'channel', 'currency', 'bountyCurrency'],
])

const WORDS = ['words', 'message', 'explanation', 'reason'] as const
const TITLES = ['title', 'folded'] as const
const CURRENCIES = ['currency', 'bountyCurrency'] as const

/** Fields with the same content under other names: a verifier's words are also a part of the signed message. */
export const SAME_FIELDS: Readonly<Record<string, readonly string[]>> = {
  words: WORDS,
  message: WORDS,
  explanation: WORDS,
  reason: WORDS,
  title: TITLES,
  currency: CURRENCIES,
  bountyCurrency: CURRENCIES,
  contenderA: ['contenderA', 'label'],
  contenderB: ['contenderB', 'label'],
  rewardDescription: ['rewardDescription', 'label'],
}
