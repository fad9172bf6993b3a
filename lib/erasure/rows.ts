// The tables that hold content of a challenge, of the mission that grew from it, or about them. The database function
// `erasable` lists the content columns of these tables, and the database guards them.

/** The condition for a table's rows `t`: `$1` are ids of challenges, `$2` of missions, `$4` of Muse links, `$5` their quoted titles. */
export interface ErasableRows {
  readonly table: string
  readonly where: string
  /** SQL for the key in whose order the rows are locked, as everywhere; by default the id. */
  readonly key?: string
  /** SQL for the ids of the parts whose content the row holds; by default its own id. */
  readonly parts?: string
  /**
   * The column by whose text JSON tells the row where it names no id: response links had none before migration 0011, and a
   * mission names no challenge while that is hidden. Beside it stands a field that tells what it is.
   */
  readonly toldBy?: { readonly column: string; readonly beside: string }
  /** SQL for the ids of the parts that the row repeats: their author made it of them. */
  readonly copies?: string
  /** SQL for the id of the record under which the row is told without its own id. */
  readonly within?: string
  /** The columns, or fields of JSON, that notifications and posts quote. */
  readonly quoted?: readonly string[]
  /** How the row holds what others wrote: as JSON that tells the story, or in quotation marks. */
  readonly as?: 'telling' | 'quoting'
}

const PROOFS = `SELECT p.id FROM "Proof" p WHERE p."missionId" = ANY($2::uuid[])`
const DECISIONS = `SELECT d.id FROM "Decision" d WHERE d."challengeId" = ANY($1::uuid[])`
const PROJECT_DECISIONS = `SELECT d.id FROM "ProjectDecision" d WHERE d."missionId" = ANY($2::uuid[])`
const POSTS = `SELECT o.id FROM "OutboxItem" o WHERE o."challengeId" = ANY($1::uuid[]) OR o."missionId" = ANY($2::uuid[])`
const JUDGED = `${PROOFS} UNION ALL ${DECISIONS} UNION ALL ${PROJECT_DECISIONS} UNION ALL SELECT unnest($1::uuid[] || $2::uuid[])`

/** The parts of a row that only copies what other rows hold. */
const OF_OTHERS = 'NULL::text'

/** The challenge that a mission grew from. @param mission SQL for the mission's id. */
const sourceOf = (mission: string) => `(SELECT m."challengeId"::text FROM "Mission" m WHERE m.id = ${mission})`

const ofChallenge = `t."challengeId" = ANY($1::uuid[])`
const ofMission = `t."missionId" = ANY($2::uuid[])`
const ofAny = 't."parentId" = ANY($1::uuid[] || $2::uuid[] || $4::uuid[])'
/**
 * Notifications whose record is told by its title alone, which others may have given to theirs: those that were written when
 * somebody reported the record or a moderator decided on it.
 */
const NAMED_BY_TITLE = `t.href IN ('/moderation', '/notifications') AND EXISTS (SELECT 1 FROM unnest($5::text[]) r WHERE strpos(t.body, r) > 0)
        AND t."createdAt" IN (SELECT unnest(ARRAY[r."reportedAt", r."settledAt"]) FROM "Report" r WHERE r."parentId" = ANY($1::uuid[] || $2::uuid[])
          UNION ALL SELECT unnest(ARRAY[h."hiddenAt", h."restoredAt"]) FROM "Hiding" h WHERE h."parentId" = ANY($1::uuid[] || $2::uuid[]))`

const ofEither = `(t."challengeId" = ANY($1::uuid[]) OR t."missionId" = ANY($2::uuid[]))`

/** What moderators said of Muse links, and when. Notifications of it end with these words, and lead to the page of the wallet. */
const MODERATED_LINKS = `SELECT l."museId", w.at, w.words FROM "MuseLink" l JOIN (SELECT "parentId", "settledAt" AS at, "settleReason" AS words FROM "Report"
    UNION ALL SELECT "parentId", "hiddenAt", reason FROM "Hiding"
    UNION ALL SELECT "parentId", "restoredAt", "restoreReason" FROM "Hiding") w ON w."parentId" = l.id
  WHERE l.id = ANY($4::uuid[])`

/** What moderators decided on, and when. Strangers to a hidden record are told so in that moment, with these words and no title. */
const MODERATED = `SELECT r."settledAt" AS at, r."settleReason" AS words FROM "Report" r WHERE r."parentId" = ANY($1::uuid[] || $2::uuid[])
    UNION ALL SELECT h."hiddenAt", h.reason FROM "Hiding" h WHERE h."parentId" = ANY($1::uuid[] || $2::uuid[])
    UNION ALL SELECT h."restoredAt", h."restoreReason" FROM "Hiding" h WHERE h."parentId" = ANY($1::uuid[] || $2::uuid[])`

export const ERASABLE_ROWS: readonly ErasableRows[] = [
  { table: 'Challenge', where: 't.id = ANY($1::uuid[])', quoted: ['title', 'prompt', 'contenderA', 'contenderB'] },
  { table: 'ChallengeTitle', where: 't.id = ANY($1::uuid[])' },
  {
    table: 'Submission',
    where: ofChallenge,
    parts: `to_jsonb(t) ->> 'id', t."proposalId"::text`,
    toldBy: { column: 'url', beside: 'side' },
  },
  {
    table: 'Decision',
    where: ofChallenge,
    within: 't."challengeId"::text',
    toldBy: { column: 'decisionUrl', beside: 'challengeId' },
  },
  { table: 'PlatformThread', where: ofChallenge, key: 't."challengeId"', parts: 't."challengeId"::text' },
  {
    table: 'Proposal',
    where: ofChallenge,
    copies: `SELECT s.id::text FROM "Submission" s WHERE s."proposalId" = t.id`,
  },
  {
    table: 'Mission',
    where: 't.id = ANY($2::uuid[])',
    copies: `SELECT t."challengeId"::text UNION ALL SELECT d.id::text FROM "Decision" d WHERE d."challengeId" = t."challengeId"`,
    quoted: ['title'],
  },
  { table: 'MissionTitle', where: 't.id = ANY($2::uuid[])', copies: sourceOf('t.id') },
  {
    table: 'Milestone',
    where: ofMission,
    copies: `t."missionId"::text, ${sourceOf('t."missionId"')}`,
    quoted: ['title'],
  },
  { table: 'Proof', where: ofMission },
  { table: 'Release', where: ofMission },
  { table: 'SourcePost', where: ofMission, key: 't."missionId"', parts: 't."missionId"::text' },
  { table: 'Commitment', where: ofMission },
  { table: 'ProjectDecision', where: ofMission },
  { table: 'FundingRecord', where: ofMission },
  { table: 'ProjectEvidence', where: ofMission },
  {
    table: 'SignedVerdict',
    where: `t."subjectId" IN (${JUDGED}) OR t.id IN (${PROJECT_DECISIONS})`,
    parts: 't.id::text, t."subjectId"::text',
    quoted: ['words'],
  },
  {
    table: 'SigningNonce',
    where: `t."subjectId" IN (${JUDGED})`,
    key: 't.nonce',
    parts: `t."subjectId"::text, (SELECT v.id::text FROM "SignedVerdict" v WHERE v."subjectId" = t."subjectId" AND v.message = t.message)`,
  },
  {
    table: 'Hiding',
    where: ofAny,
    parts: 't.id::text, t."recordId"::text',
    // All of a record that is hidden as a whole names it.
    within: 'CASE WHEN t."recordId" <> t."parentId" THEN t."recordId"::text END',
    quoted: ['reason', 'restoreReason'],
  },
  { table: 'Report', where: ofAny, parts: 't.id::text, t."recordId"::text', quoted: ['settleReason'] },
  { table: 'OutboxItem', where: ofEither, as: 'quoting' },
  {
    table: 'Receipt',
    where: ofMission,
    parts: OF_OTHERS,
    copies: sourceOf('t."missionId"'),
    quoted: ['statement'],
    as: 'telling',
  },
  {
    table: 'HistoryEvent',
    // A post has a history of its own: what the platform said against it may repeat its words.
    where: `(t."recordId" = ANY($1::uuid[] || $2::uuid[]) OR t."recordId" IN (${POSTS})) AND t.kind <> 'content-erased'`,
    key: 't."recordId", t.seq',
    // Events copy what other rows hold, but the reason of a withdrawal is nowhere else. Those of moderators name no hiding.
    parts: `CASE WHEN t.kind = 'decision-withdrawn' THEN t.data ->> 'decisionId'
      WHEN t.kind IN ('record-hidden', 'record-restored') THEN (SELECT h.id::text FROM "Hiding" h
        WHERE h."recordId"::text = t.data ->> 'recordId' AND t.at IN (h."hiddenAt", h."restoredAt") LIMIT 1) END`,
    within: 't."recordId"::text',
    as: 'telling',
  },
  { table: 'MuseLink', where: 't.id = ANY($4::uuid[])' },
  {
    table: 'Notification',
    where: `EXISTS (SELECT 1 FROM unnest($1::uuid[] || $2::uuid[]) r WHERE strpos(t.href, r::text) > 0)
      OR EXISTS (SELECT 1 FROM "Receipt" r WHERE r."missionId" = ANY($2::uuid[]) AND strpos(t.href, r.id::text) > 0)
      OR ${NAMED_BY_TITLE}
      OR EXISTS (SELECT 1 FROM (${MODERATED_LINKS}) r WHERE r.at = t."createdAt" AND strpos(t.body, '“' || r."museId" || '”') > 0
          AND right(t.body, length(r.words)) = r.words)
      OR t.href = '/notifications' AND EXISTS (SELECT 1 FROM (${MODERATED}) r WHERE r.at = t."createdAt"
          AND right(t.body, length(r.words)) = r.words)`,
    parts: OF_OTHERS,
    as: 'quoting',
  },
]

/** The JSON fields that hold content. Other fields (ids, wallets, hashes, states) are never erased. See `isKeyedMuse`. */
export const CONTENT_KEYS: ReadonlySet<string> = new Set([
  ...['title', 'prompt', 'rewardDescription', 'contenderA', 'contenderB', 'label', 'summary', 'deliverable'],
  ...['definitionOfDone', 'requiredProof', 'rewardTerms', 'explanation', 'reason', 'statement', 'note', 'words'],
  ...['message', 'text', 'description', 'authorName', 'reviewerName', 'siteName', 'body', 'restoreReason'],
  ...['settleReason', 'excerpt', 'unlinkReason', 'cancelReason', 'url', 'decisionUrl', 'sourceUrl', 'transactionUrl'],
  ...['originPostUrl', 'threadUrl', 'imageUrl', 'channel', 'currency', 'bountyCurrency', 'museId'],
])

/** Whether a JSON object shows a post of the service: an item of the outbox, or a post of a discussion (lib/community/views.ts). */
export const isPost = (object: object): boolean => Object.hasOwn(object, 'sentAt')

/**
 * Whether a field is the id of a Muse with a key, which is no content. That of an author without one is the slug of the name
 * that they wrote, after `anon:` (docs/community-platform.md).
 */
export const isKeyedMuse = (field: string, text: string): boolean => field === 'museId' && !text.startsWith('anon:')

const WORDS = ['words', 'message', 'explanation', 'reason'] as const
const TITLES = ['title', 'folded'] as const
const CURRENCIES = ['currency', 'bountyCurrency'] as const
/** What the API calls a label: of the side of a response link, and of the reward. */
const LABELLED = ['contenderA', 'contenderB', 'rewardDescription'] as const

/** Fields with the same content under other names: a verifier's words are also a part of the signed message. */
const SAME_FIELDS: Readonly<Record<string, readonly string[]>> = {
  words: WORDS,
  message: WORDS,
  explanation: WORDS,
  reason: WORDS,
  title: TITLES,
  authorName: ['authorName', 'museId'],
  currency: CURRENCIES,
  bountyCurrency: CURRENCIES,
  label: LABELLED,
  contenderA: ['contenderA', 'label'],
  contenderB: ['contenderB', 'label'],
  rewardDescription: ['rewardDescription', 'label'],
}

/** The named fields and their aliases. */
export const withSame = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.flatMap((field) => [field, ...(SAME_FIELDS[field] ?? [])]))

/** The names of copies that are not also names of what is copied. */
const COPIED_AS: Readonly<Record<string, readonly string[]>> = {
  prompt: ['summary'],
  deliverable: ['title'],
  cancelReason: ['reason'],
  restoreReason: ['reason'],
  settleReason: ['reason'],
  unlinkReason: ['reason'],
}

/** The names under which copies of a field stand. */
export const namesOfCopies = (field: string): readonly string[] => [...withSame([field]), ...(COPIED_AS[field] ?? [])]
