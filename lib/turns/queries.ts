import { anyDue, persistDue } from '@/lib/challenges/deadlines'
import { challengeMachine } from '@/lib/challenges/states'
import { now, utcDay } from '@/lib/clock'
import type { Caller } from '@/lib/context'
import { db, one } from '@/lib/db/db'
import { day, iso, join, literals, raw, type Sql, sql } from '@/lib/db/sql'
import type { Parties } from '@/lib/machine/conflict'
import { finals } from '@/lib/machine/machine'
import { hasOpenTerms, isOpen, MISSION_STATES, type MissionState, missionMachine } from '@/lib/missions/states'
import { openReports } from '@/lib/moderation/queries'
import { unreadOf } from '@/lib/notifications/queries'
import { receiptsNaming } from '@/lib/receipts/queries'
import { WAITING } from '@/lib/review/queries'
import { type Facts, FactsRow, meView } from '@/lib/turns/me'
import { TURNS_MAX } from '@/lib/turns/schemas'

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

/** One more than is shown, to see whether there are more. */
const ROWS_MAX = TURNS_MAX + 1
/**
 * Written into the text: the planner takes a parameter for a tenth of the rows. It would then rather walk everything that a wallet
 * ever published, in order, than sort the few of them that are unfinished.
 */
const LIMIT = raw(`LIMIT ${ROWS_MAX}`)

const list = (facts: string, rows: Sql, alias: 'c' | 'm'): Sql =>
  sql`(SELECT coalesce(json_agg(${raw(facts)}), '[]') FROM (${rows}) ${raw(alias)})`

const RUNNING = {
  c: `c."hiddenAt" IS NULL AND c.state NOT IN (${literals(finals(challengeMachine))})`,
  m: `m."hiddenAt" IS NULL AND m.state NOT IN (${literals(finals(missionMachine))})`,
}

const ownChallenges = (wallet: string): Sql =>
  sql`SELECT c.*, coalesce((SELECT d."submittedAt" FROM "Decision" d WHERE d."challengeId" = c.id AND d.status = 'submitted'),
      c."updatedAt") AS since
    FROM "Challenge" c WHERE c.owner = ${wallet} AND ${raw(RUNNING.c)} ORDER BY c.id DESC ${LIMIT}`

const SINCE = `coalesce((SELECT p."submittedAt" FROM "Proof" p WHERE p."missionId" = m.id AND p.status = 'submitted'
      AND p."hiddenAt" IS NULL), m."updatedAt") AS since`

const ownedMissions = (wallet: string): Sql =>
  sql`(SELECT m.*, ${raw(SINCE)} FROM "Mission" m WHERE m.owner = ${wallet} AND ${raw(RUNNING.m)} ORDER BY m.id DESC ${LIMIT})`

/**
 * The newest missions in some states that name a wallet as contributor. Each state is looked up by itself, so that the very many missions
 * for which strangers may have designated the wallet are not walked for what it holds. The planner is not told which states: it would
 * also consider indexes of all that is unfinished. An index has the ids, in order; only what is shown is read.
 */
const missionsOf = (wallet: string, states: readonly MissionState[]): Sql =>
  sql`(SELECT m.*, ${raw(SINCE)} FROM (SELECT o.id FROM unnest(${states}::"MissionState"[]) s(state), LATERAL (SELECT i.id FROM "Mission" i
      WHERE i.state = s.state AND i."contributorWallet" = ${wallet} AND i."hiddenAt" IS NULL ORDER BY i.id DESC ${LIMIT}) o
      ORDER BY o.id DESC ${LIMIT}) o JOIN "Mission" m ON m.id = o.id ORDER BY m.id DESC)`

/** Missions for which a wallet is only designated are apart: strangers may make many, and they push out nothing of its own. */
const DESIGNATED = MISSION_STATES.filter(hasOpenTerms)
const HELD = MISSION_STATES.filter((state) => isOpen(state) && !hasOpenTerms(state))

/** The oldest records that wait for a verifier without a conflict of interest. */
function judgedBy(wallet: string, kind: Parties['kind'], record: 'c' | 'm', since: string): Sql {
  const { from, id, parties } = WAITING[kind]
  const others = Object.values(parties).map((party) => sql`${raw(party)} IS DISTINCT FROM ${wallet}`)
  return sql`SELECT ${raw(`${record}.*, ${since} AS since FROM ${from}`)} AND ${join(others, ' AND ')}
    ORDER BY ${raw(id)} ${LIMIT}`
}

/**
 * The subject of a prepared text, by its row `n` of "SigningNonce", with the operation that takes the signature and the
 * id in its path. A text whose subject has moved on meanwhile, or whose record has ended, can no longer be signed.
 */
const SUBJECTS = `
  SELECT 'verifyDecision' AS operation, c.id, 'challenge' AS type, c.id AS record, c.title, '/challenges/' || c.id AS href
    FROM "Decision" d JOIN "Challenge" c ON c.id = d."challengeId"
    WHERE n.purpose = 'decision-verification' AND d.id = n."subjectId" AND c."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR d.status = 'submitted' AND NOT d.closed)
  UNION ALL
  SELECT 'reviewProof', p.id, 'mission', m.id, m.title, '/missions/' || m.id || '#proof-' || p.id
    FROM "Proof" p JOIN "Mission" m ON m.id = p."missionId"
    WHERE n.purpose = 'proof-review' AND p.id = n."subjectId" AND p."hiddenAt" IS NULL AND m."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR p.status = 'submitted' AND NOT p.closed)
  UNION ALL
  SELECT 'recordVerification', m.id, 'mission', m.id, m.title, '/missions/' || m.id
    FROM "Mission" m WHERE n.purpose = 'project-verification' AND m.id = n."subjectId" AND m."hiddenAt" IS NULL
      AND (n."usedAt" IS NOT NULL OR m.state NOT IN (${literals(finals(missionMachine))}))`

/** SQL for the newest prepared text of each subject that a wallet can still sign, as JSON, newest first. */
const preparedFor = (wallet: string, at: Date): Sql =>
  sql`(SELECT coalesce(json_agg(json_build_object('operationId', s.operation, 'id', s.id, 'recordType', s.type, 'recordId', s.record,
      'title', s.title, 'href', s.href, 'nonce', n.nonce, 'message', n.message, 'expiresAt', ${raw(iso('n."expiresAt"'))},
      'expiresIn', floor(extract(epoch FROM n."expiresAt" - ${at}::timestamptz))::int,
      'recordedAt', ${raw(iso('n."usedAt"'))}) ORDER BY n."issuedAt" DESC), '[]')
    FROM (SELECT DISTINCT ON (purpose, "subjectId") * FROM "SigningNonce"
      WHERE wallet = ${wallet} AND purpose <> 'sign-in' AND "expiresAt" > ${at}
      ORDER BY purpose, "subjectId", "issuedAt" DESC) n JOIN LATERAL (${raw(SUBJECTS)}) s ON true)`

const NONE = sql`'[]'::json`

async function readFacts(caller: Caller): Promise<Facts> {
  const { wallet, isVerifier, isAdmin } = caller
  const missions = sql`${ownedMissions(wallet)} UNION ALL ${missionsOf(wallet, HELD)} UNION ALL ${missionsOf(wallet, DESIGNATED)}`
  const decisions = isVerifier ? list(challengeFacts, judgedBy(wallet, 'decision', 'c', 'd."submittedAt"'), 'c') : NONE
  const proofs = isVerifier ? list(missionFacts, judgedBy(wallet, 'proof', 'm', 'p."submittedAt"'), 'm') : NONE
  return one(
    db,
    sql`SELECT ${list(challengeFacts, ownChallenges(wallet), 'c')} AS challenges, ${list(missionFacts, missions, 'm')} AS missions,
      ${decisions} AS decisions, ${proofs} AS proofs, ${isAdmin ? openReports(ROWS_MAX) : NONE} AS reports,
      ${isVerifier ? preparedFor(wallet, now()) : NONE} AS signatures,
      ${receiptsNaming(wallet, RECEIPTS_SHOWN)} AS receipts, ${unreadOf(caller)} AS unread, ${anyDue()} AS due`,
    FactsRow,
  )
}

/** The body of `GET /api/v1/me` as JSON text. If a deadline is due, it is persisted and the facts are read again. */
export async function meBody(caller: Caller): Promise<string> {
  let facts = await readFacts(caller)
  if (facts.due) {
    await persistDue()
    facts = await readFacts(caller)
  }
  return JSON.stringify(meView(facts, caller, utcDay(now())))
}
