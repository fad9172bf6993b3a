import { LINKING_STATES } from '@/lib/challenges/states'
import { day, iso, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { historyJson, shownHistoryFields } from '@/lib/history/record'

// Views are built by Postgres as JSON text and sent as they are (docs/performance.md). Every text below is a
// constant; `c` is the "Challenge" row it stands beside.

/** A signed decision as the interface shows it everywhere. @param words the name its words go by. */
export const signedVerdictJson = (v: string, words: 'reason' | 'explanation') =>
  `json_build_object('verdict', ${v}.verdict, '${words}', ${v}.words, 'verifier', ${v}.verifier, 'message', ${v}.message,
    'signature', ${v}.signature, 'signedAt', ${iso(`${v}."signedAt"`)}${words === 'explanation' ? `, 'disclosures', ${v}.disclosures` : ''})`

/** The states in which a side is free while its link is hidden, as SQL. */
const linkingStates = literals(LINKING_STATES)

/**
 * A side's response link, or null. The URL of a hidden one is withheld; while links are taken its side is free.
 * @param c the alias of its "Challenge" row. @param label SQL for the side's label, where it is told too.
 */
export const submissionJson = (c: string, side: string, label?: string) => {
  const link = (url: string, more = '') =>
    `json_build_object('id', s.id, 'side', s.side, ${label ? `'label', ${label}, ` : ''}'url', ${url}, 'submittedBy', s."submittedBy",
      'submittedAt', ${iso('s."submittedAt"')}, 'proposalId', s."proposalId"${more})`
  const ofSide = `FROM "Submission" s WHERE s."challengeId" = ${c}.id AND s.side = ${side}`
  return `coalesce((SELECT ${link('s.url')} ${ofSide} AND s."hiddenAt" IS NULL),
    CASE WHEN ${c}.state NOT IN (${linkingStates}) THEN (SELECT ${link('NULL', `, 'withheld', true`)} ${ofSide} ORDER BY s.id DESC LIMIT 1) END)`
}

const decisionJson = `(SELECT json_build_object('side', d.side, 'decisionUrl', d."decisionUrl", 'explanation', d.explanation,
    'submittedAt', ${iso('d."submittedAt"')}, 'late', d.late, 'verification',
    (SELECT ${signedVerdictJson('v', 'explanation')} FROM "SignedVerdict" v WHERE v."subjectId" = d.id AND v.verdict = 'approve'))
    FROM "Decision" d WHERE d."challengeId" = c.id AND d.status <> 'rejected')`

const fields = `'id', c.id, 'state', c.state, 'title', c.title, 'prompt', c.prompt,
    'submissionDeadline', ${day('c."submissionDeadline"')}, 'decisionDeadline', ${day('c."decisionDeadline"')},
    'reward', json_build_object('type', 'reputation', 'label', c."rewardDescription"),
    'contenderA', c."contenderA", 'contenderB', c."contenderB", 'owner', c.owner,
    'submissions', json_build_object('A', ${submissionJson('c', "'A'")}, 'B', ${submissionJson('c', "'B'")}),
    'decision', ${decisionJson},
    'cancellation', CASE WHEN c."cancelledAt" IS NOT NULL THEN
      json_build_object('reason', c."cancelReason", 'at', ${iso('c."cancelledAt"')}) END,
    'missionId', (SELECT m.id FROM "Mission" m WHERE m."challengeId" = c.id AND m."hiddenAt" IS NULL),
    'createdAt', ${iso('c."createdAt"')}, 'updatedAt', ${iso('c."updatedAt"')}`

export const challengeJson = `json_build_object(${fields})`
/** A challenge with its whole history. */
export const challengeRecordJson = `json_build_object(${fields}, 'history', ${historyJson('c.id')})`
export const challengePageJson = `json_build_object(${fields}, ${shownHistoryFields('c')})`

/** The body `{"<name>": …}` of a write, as a scalar sub-select. @param alias of the record's row in `view`. */
export const shows =
  (name: string, table: string, alias: string, view: string) =>
  (id: string): Sql =>
    sql`(SELECT json_build_object(${raw(`'${name}'`)}, ${raw(view)})::text FROM ${raw(`${table} ${alias}`)} WHERE ${raw(alias)}.id = ${id}::uuid)`

export const showChallenge = shows('challenge', '"Challenge"', 'c', challengeJson)
