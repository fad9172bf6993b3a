import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { isUuid } from '@/lib/id'
import type { RecordType } from '@/lib/moderation/schemas'

// The types of records that can be hidden, and their tables. All texts are constants. For Muse links, which are a part
// of nothing, see lib/moderation/muse-link.ts.

/** A table of parts of challenges or missions; `r` is its row. */
interface Part {
  readonly table: string
  readonly of: 'challenge' | 'mission'
  /** SQL for the wallet that created it; null where no wallet did. */
  readonly author: string | null
  /** SQL for its content. */
  readonly says: string
  /** SQL that is true when another row `t` of the same parent is a duplicate by the same author. At most one of them is visible. */
  readonly twin?: string
}

const lines = (...columns: string[]) => `concat_ws(E'\\n', ${columns.join(', ')})`
const sameTransaction = '(t."chainId" = r."chainId" AND t."txHash" = r."txHash")'
const money = `nullif(concat_ws(' ', r.amount, r.currency), '')`

const PARTS: Readonly<Record<Exclude<RecordType, 'challenge' | 'mission' | 'muse-link'>, readonly Part[]>> = {
  proof: [{ table: '"Proof"', of: 'mission', author: 'r."submittedBy"', says: lines('r.url', 'r."txHash"', 'r.note') }],
  submission: [{ table: '"Submission"', of: 'challenge', author: 'r."submittedBy"', says: lines('r.url') }],
  proposal: [{ table: '"Proposal"', of: 'challenge', author: null, says: lines('r."authorName"', 'r.url', 'r.text') }],
  evidence: [
    {
      table: '"ProjectEvidence"',
      of: 'mission',
      author: 'r."submittedBy"',
      says: lines('r.url', 'r."txHash"', 'r.note'),
      twin: `t."submittedBy" = r."submittedBy" AND (t.url = r.url OR ${sameTransaction})`,
    },
    {
      table: '"EvidenceFile"',
      of: 'mission',
      author: 'r."uploadedBy"',
      says: `concat('A file: ', r."contentType", ', ', r.bytes, ' bytes, SHA-256 ', r.sha256)`,
    },
  ],
  commitment: [
    {
      table: '"Commitment"',
      of: 'mission',
      author: 'r."committedBy"',
      says: lines('r.description', money, 'r.url'),
    },
  ],
  funding: [
    {
      table: '"FundingRecord"',
      of: 'mission',
      author: 'r."recordedBy"',
      says: lines('r."transactionUrl"', money, 'r.note'),
      twin: `t."recordedBy" = r."recordedBy" AND (t."transactionUrl" = r."transactionUrl" OR ${sameTransaction})`,
    },
  ],
  decision: [
    {
      table: '"ProjectDecision"',
      of: 'mission',
      author: 'r."decidedBy"',
      says: lines('r."reviewerName"', 'r.verdict::text', 'r.reason'),
    },
  ],
  release: [{ table: '"Release"', of: 'mission', author: 'r."releasedBy"', says: lines('r.reason') }],
}

/** The word for each record type within a sentence. */
export const RECORD_WORDS: Readonly<Record<RecordType, string>> = {
  challenge: 'challenge',
  mission: 'mission',
  proof: 'proof',
  proposal: 'proposal',
  evidence: 'piece of evidence',
  commitment: 'commitment',
  funding: 'funding record',
  decision: 'decision',
  submission: 'response link',
  'muse-link': 'reason of an unlinked Muse',
  release: 'reason of a release',
}

/** The id in a body, in lower case. @throws Refusal `not_found` for a text that is no UUID. */
export function requireRecordId({ recordType, recordId }: { recordType: RecordType; recordId: string }): string {
  if (!isUuid(recordId)) throw recordNotFound(recordType)
  return recordId.toLowerCase()
}

export const recordNotFound = (type: RecordType) => notFound(`There is no such ${RECORD_WORDS[type]}.`)

export const tableOf = (kind: 'challenge' | 'mission') => (kind === 'challenge' ? '"Challenge"' : '"Mission"')

const partsOf = (type: RecordType): readonly Part[] =>
  type === 'challenge' || type === 'mission' || type === 'muse-link' ? [] : PARTS[type]

/** SQL for the ids of the challenges that an action on a record affects. A challenge shows its mission. */
export function challengesOf(type: RecordType, id: string): Sql {
  if (type === 'challenge') return sql`SELECT ${id}::uuid`
  if (type === 'mission') return sql`SELECT "challengeId" FROM "Mission" WHERE id = ${id}::uuid`
  return parentIds(type, id, 'challenge')
}

/** SQL for the ids of the missions that an action on a record affects. A mission shows its challenge and links. */
export function missionsOf(type: RecordType, id: string): Sql {
  if (type === 'challenge') return sql`SELECT id FROM "Mission" WHERE "challengeId" = ${id}::uuid`
  if (type === 'mission') return sql`SELECT ${id}::uuid`
  if (type === 'submission')
    return sql`SELECT m.id FROM "Mission" m JOIN "Submission" r ON r."challengeId" = m."challengeId" WHERE r.id = ${id}::uuid`
  return parentIds(type, id, 'mission')
}

/** SQL for the parent ids of a part. @param only the kind of parent; either kind by default. */
function parentIds(type: RecordType, id: string, only?: Part['of']): Sql {
  const ids = partsOf(type)
    .filter(({ of }) => only === undefined || of === only)
    .map(({ table, of }) => sql`SELECT r."${raw(of)}Id" FROM ${raw(table)} r WHERE r.id = ${id}::uuid`)
  return ids.length > 0 ? join(ids, ' UNION ALL ') : sql`SELECT NULL::uuid WHERE false`
}

/** SQL for the id of the challenge or mission that a record is or belongs to. */
export const parentOf = (type: RecordType, id: string): Sql =>
  type === 'challenge' || type === 'mission' ? sql`SELECT ${id}::uuid` : parentIds(type, id)

/** SQL for a part's table, author, whether it is hidden and whether a duplicate is visible; or no row. */
export function partFacts(type: RecordType, id: string): Sql {
  const facts = partsOf(type).map(
    (part) =>
      sql`SELECT ${part.table}::text AS "table", ${raw(part.author ?? 'NULL')} AS author, r."hiddenAt" IS NOT NULL AS hidden,
        ${hasTwin(part)} AS "hasTwin" FROM ${raw(part.table)} r WHERE r.id = ${id}::uuid`,
  )
  const none = sql`SELECT NULL AS "table", NULL AS author, NULL::bool AS hidden, NULL::bool AS "hasTwin" WHERE false`
  return facts.length > 0 ? join(facts, ' UNION ALL ') : none
}

const hasTwin = ({ table, of, twin }: Part): Sql =>
  twin === undefined
    ? sql`false`
    : sql`EXISTS (SELECT 1 FROM ${raw(table)} t WHERE t."${raw(of)}Id" = r."${raw(of)}Id" AND t.id <> r.id
        AND t."hiddenAt" IS NULL AND ${raw(twin)})`

/** The length of the excerpt that moderators see, in characters. */
const EXCERPT_CHARS_MAX = 600

/** SQL for an excerpt of a record's content. @param x the alias of a row that names its type and id. */
export const excerptJson = (x: string): string => {
  const whole: readonly (readonly [RecordType, string, string])[] = [
    ['challenge', '"Challenge"', lines('r.prompt', 'r."contenderA"', 'r."contenderB"')],
    ['mission', '"Mission"', lines('r.summary', 'r."definitionOfDone"')],
    ['muse-link', '"MuseLink"', 'r."unlinkReason"'],
  ]
  const parts = Object.entries(PARTS).flatMap(([type, tables]) =>
    tables.map(({ table, says }) => [type, table, says] as const),
  )
  const cases = [...whole, ...parts].map(
    ([type, table, says]) =>
      `(SELECT ${says} FROM ${table} r WHERE ${x}."recordType" = '${type}' AND r.id = ${x}."recordId")`,
  )
  return `left(coalesce(${cases.join(', ')}), ${EXCERPT_CHARS_MAX})`
}
