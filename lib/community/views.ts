import { UNCERTAIN_POST_CHECK_MS } from '@/lib/contract/limits'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'

// Views are built by Postgres as JSON text. All SQL texts are constants; `c` is the "Challenge" row and `o` the
// "OutboxItem" row of the statement.

/** A discussion shows at most this many posts, the newest ones. */
const THREAD_POSTS_MAX = 100

const linkJson = `(SELECT json_build_object('challengeId', t."challengeId", 'channel', t.channel, 'originPostUrl', t."originPostUrl",
    'threadUrl', t."threadUrl", 'linkedBy', t."linkedBy", 'linkedAt', ${iso('t."linkedAt"')}, 'lastSync', t."lastSync")
    FROM "PlatformThread" t WHERE t."challengeId" = c.id)`

const proposalsJson = `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'museId', p."museId", 'authorName', p."authorName",
    'text', p.text, 'url', p.url, 'postId', p."postId"::text, 'postedAt', ${iso('p."postedAt"')}, 'status', p.status, 'side', p.side,
    'decidedBy', p."decidedBy", 'decidedAt', ${iso('p."decidedAt"')}) ORDER BY p."postedAt", p."postId"), '[]')
    FROM "Proposal" p WHERE p."challengeId" = c.id AND p."hiddenAt" IS NULL)`

const textJson = `o.payload::json ->> 'text'`

/** A post that was sent, as discussions and missions show it. */
export const sentPostJson = `json_build_object('id', o.id, 'kind', o.kind, 'text', ${textJson}, 'url', o."postUrl",
    'postId', o."postId"::text, 'sentAt', ${iso('o."sentAt"')})`

const postsJson = `(SELECT coalesce(json_agg(x.post ORDER BY x.id), '[]') FROM (
    SELECT o.id, ${sentPostJson} AS post
    FROM (SELECT a.* FROM "OutboxItem" a WHERE a."challengeId" = c.id
      UNION ALL SELECT b.* FROM "Mission" m JOIN "OutboxItem" b ON b."missionId" = m.id
      WHERE m."challengeId" = c.id AND m."hiddenAt" IS NULL) o WHERE o.state = 'sent'
    ORDER BY o.id DESC LIMIT ${THREAD_POSTS_MAX}) x)`

/** `{link, proposals, posts}` of a challenge. */
export const discussionJson = `json_build_object('link', ${linkJson}, 'proposals', ${proposalsJson}, 'posts', ${postsJson})`

/** The number of sent posts. Sent posts never change, so it serves as their version. */
const sentPosts = (about: string) => `(SELECT count(*) FROM "OutboxItem" o WHERE ${about} AND o.state = 'sent')`

/** The version of the posts about a mission. */
export const missionPostsVersion = sentPosts('o."missionId" = m.id')

/** The version of what changes in a discussion without an event of the challenge (lib/pages/page-version.ts). */
export const discussionVersion = `concat((SELECT t.xmin FROM "PlatformThread" t WHERE t."challengeId" = c.id), ' ',
    ${sentPosts('o."challengeId" = c.id')}, ' ', (SELECT ${missionPostsVersion} FROM "Mission" m WHERE m."challengeId" = c.id))`

/** The body of a write on a discussion, as a scalar sub-select. */
export function showDiscussion(challengeId: string): Sql {
  return sql`(SELECT ${raw(discussionJson)}::text FROM "Challenge" c WHERE c.id = ${challengeId}::uuid)`
}

/** The events of some kinds in a post's history, oldest first. */
const eventsJson = (event: string, kinds: string) =>
  `(SELECT coalesce(json_agg(${event} ORDER BY h.seq), '[]') FROM "HistoryEvent" h
    WHERE h."recordId" = o.id AND h.kind IN (${kinds}))`

const approvalsJson = eventsJson(
  `json_build_object('approvedBy', h.actor, 'approvedAt', ${iso('h.at')}, 'payloadHash', h.data -> 'payloadHash')`,
  `'post-approved'`,
)
const errorsJson = eventsJson(
  `json_build_object('at', ${iso('h.at')}, 'message', h.data -> 'message')`,
  `'post-failed', 'post-uncertain'`,
)

/** A post as lists and writes show it. @param forAdmin whether it includes approvals and errors. */
export const outboxItemJson = (forAdmin: boolean) =>
  `json_build_object('id', o.id, 'kind', o.kind, 'state', o.state, 'challengeId', o."challengeId", 'missionId', o."missionId",
    'channel', o.channel, 'parentPostId', o."parentPostId"::text, 'text', ${textJson}, 'payload', o.payload,
    'payloadHash', o."payloadHash", 'postId', o."postId"::text, 'url', o."postUrl", 'createdBy', o."createdBy",
    'createdAt', ${iso('o."createdAt"')}, 'sentAt', ${iso('o."sentAt"')}, 'attempts', o.attempts,
    'lookedForUntil', CASE WHEN o.state = 'uncertain' THEN ${iso(`(o."attemptedAt" + interval '${UNCERTAIN_POST_CHECK_MS} milliseconds')`)} END,
    'approvals', ${forAdmin ? approvalsJson : 'NULL'}, 'errors', ${forAdmin ? errorsJson : 'NULL'})`

/** The body `{"item": …}` of a write, as a scalar sub-select. */
export function showItem(id: string, forAdmin: boolean): Sql {
  return sql`(SELECT json_build_object('item', ${raw(outboxItemJson(forAdmin))})::text FROM "OutboxItem" o WHERE o.id = ${id}::uuid)`
}
