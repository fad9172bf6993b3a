import { anyDue, persistDue } from '@/lib/challenges/deadlines'
import { challengeMachine } from '@/lib/challenges/states'
import { now, utcDay } from '@/lib/clock'
import type { Caller } from '@/lib/context'
import { db, one } from '@/lib/db/db'
import { day, iso, join, literals, raw, type Sql, sql } from '@/lib/db/sql'
import type { Parties } from '@/lib/machine/conflict'
import { finals } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'
import { openReports } from '@/lib/moderation/queries'
import { unreadOf } from '@/lib/notifications/queries'
import { receiptsNaming } from '@/lib/receipts/queries'
import { WAITING } from '@/lib/review/queries'
import { type Facts, FactsRow } from '@/lib/turns/facts'
import { meView } from '@/lib/turns/me'
import { TURNS_MAX } from '@/lib/turns/schemas'
import { preparedFor } from '@/lib/turns/signatures'

const RECEIPTS_SHOWN = 5

const linkOf = (side: 'A' | 'B') => `(SELECT json_build_object('id', l.id) FROM "Submission" l
    WHERE l."challengeId" = c.id AND l.side = '${side}' AND l."hiddenAt" IS NULL)`

const challengeFacts = `json_build_object('id', c.id, 'state', c.state, 'title', c.title, 'owner', c.owner,
    'submissionDeadline', ${day('c."submissionDeadline"')}, 'decisionDeadline', ${day('c."decisionDeadline"')},
    'submissions', json_build_object('A', ${linkOf('A')}, 'B', ${linkOf('B')}), 'since', ${iso('c.since')})`

const missionFacts = `json_build_object('id', m.id, 'state', m.state, 'title', m.title, 'owner', m.owner,
    'contributorWallet', m."contributorWallet", 'deadline', ${day('m.deadline')},
    'milestones', (SELECT coalesce(json_agg(json_build_object('verified', i."verifiedProofId" IS NOT NULL, 'status', i.status)
      ORDER BY i.position), '[]') FROM "Milestone" i WHERE i."missionId" = m.id),
    'proofs', (SELECT coalesce(json_agg(json_build_object('status', w.status, 'submittedBy', w."submittedBy")), '[]')
      FROM "Proof" w WHERE w."missionId" = m.id AND w.status = 'submitted' AND w."hiddenAt" IS NULL),
    'since', ${iso('m.since')})`

/** One more than is told of, so that it shows whether there are more. */
const LIMIT = TURNS_MAX + 1

const list = (facts: string, rows: Sql, alias: 'c' | 'm'): Sql =>
  sql`(SELECT coalesce(json_agg(${raw(facts)}), '[]') FROM (${rows}) ${raw(alias)})`

const RUNNING = {
  c: `c."hiddenAt" IS NULL AND c.state NOT IN (${literals(finals(challengeMachine))})`,
  m: `m."hiddenAt" IS NULL AND m.state NOT IN (${literals(finals(missionMachine))})`,
}

const ownChallenges = (wallet: string): Sql =>
  sql`SELECT c.*, coalesce((SELECT d."submittedAt" FROM "Decision" d WHERE d."challengeId" = c.id AND d.status = 'submitted'),
      c."updatedAt") AS since
    FROM "Challenge" c WHERE c.owner = ${wallet} AND ${raw(RUNNING.c)} ORDER BY c.id DESC LIMIT ${LIMIT}::int`

const ownMissions = (party: 'owner' | 'contributorWallet', wallet: string): Sql =>
  sql`(SELECT m.*, coalesce((SELECT p."submittedAt" FROM "Proof" p WHERE p."missionId" = m.id AND p.status = 'submitted'
      AND p."hiddenAt" IS NULL), m."updatedAt") AS since
    FROM "Mission" m WHERE ${raw(`m."${party}"`)} = ${wallet} AND ${raw(RUNNING.m)} ORDER BY m.id DESC LIMIT ${LIMIT}::int)`

/** The oldest that wait for a verifier without a part in them. */
function judgedBy(wallet: string, kind: Parties['kind'], record: 'c' | 'm', since: string): Sql {
  const { from, id, parties } = WAITING[kind]
  const others = Object.values(parties).map((party) => sql`${raw(party)} IS DISTINCT FROM ${wallet}`)
  return sql`SELECT ${raw(`${record}.*, ${since} AS since FROM ${from}`)} AND ${join(others, ' AND ')}
    ORDER BY ${raw(id)} LIMIT ${LIMIT}::int`
}

const NONE = sql`'[]'::json`

async function readFacts({ wallet, isVerifier, isAdmin }: Caller): Promise<Facts> {
  const missions = sql`${ownMissions('owner', wallet)} UNION ALL ${ownMissions('contributorWallet', wallet)}`
  const decisions = isVerifier ? list(challengeFacts, judgedBy(wallet, 'decision', 'c', 'd."submittedAt"'), 'c') : NONE
  const proofs = isVerifier ? list(missionFacts, judgedBy(wallet, 'proof', 'm', 'p."submittedAt"'), 'm') : NONE
  return one(
    db,
    sql`SELECT ${list(challengeFacts, ownChallenges(wallet), 'c')} AS challenges, ${list(missionFacts, missions, 'm')} AS missions,
      ${decisions} AS decisions, ${proofs} AS proofs, ${isAdmin ? openReports(LIMIT) : NONE} AS reports,
      ${isVerifier ? preparedFor(wallet, now()) : NONE} AS signatures,
      ${receiptsNaming(wallet, RECEIPTS_SHOWN)} AS receipts, ${unreadOf(wallet)} AS unread, ${anyDue()} AS due`,
    FactsRow,
  )
}

/** The body of `GET /api/v1/me` as JSON text: one statement, and another where a deadline that has passed is persisted first. */
export async function meBody(caller: Caller): Promise<string> {
  let facts = await readFacts(caller)
  if (facts.due) {
    await persistDue()
    facts = await readFacts(caller)
  }
  return JSON.stringify(meView(facts, caller, utcDay(now())))
}
