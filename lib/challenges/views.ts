import { LINKING_STATES } from '@/lib/challenges/states'
import { day, iso, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { historyJson, shownHistoryFields } from '@/lib/history/record'

// Postgres builds each view as JSON text, which is sent unchanged (docs/performance.md). Every text below is a constant;
// `c` is the alias of the "Challenge" row.

/** A signed verdict as JSON. @param v the alias of its row. @param words the key of the verifier's words. */
export const signedVerdictJson = (v: string, words: 'reason' | 'explanation') =>
  `json_build_object('verdict', ${v}.verdict, '${words}', ${v}.words, 'verifier', ${v}.verifier, 'message', ${v}.message,
    'signature', ${v}.signature, 'signedAt', ${iso(`${v}."signedAt"`)}${words === 'explanation' ? `, 'disclosures', ${v}.disclosures` : ''})`

const linkingStates = literals(LINKING_STATES)

/**
 * A side's response link, or null. The URL of a hidden link is withheld; while links are accepted, a hidden link gives null.
 * @param c the alias of the "Challenge" row. @param label SQL for the side's label, if the view includes it.
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
export const challengeRecordJson = `json_build_object(${fields}, 'history', ${historyJson('c.id')})`
export const challengePageJson = `json_build_object(${fields}, ${shownHistoryFields('c')})`

/** The response body `{"<name>": …}` of a write, as a scalar sub-select. @param alias the alias of the row in `view`. */
export const shows =
  (name: string, table: string, alias: string, view: string) =>
  (id: string): Sql =>
    sql`(SELECT json_build_object(${raw(`'${name}'`)}, ${raw(view)})::text FROM ${raw(`${table} ${alias}`)} WHERE ${raw(alias)}.id = ${id}::uuid)`

export const showChallenge = shows('challenge', '"Challenge"', 'c', challengeJson)
