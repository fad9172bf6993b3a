import { createHash } from 'node:crypto'
import { getAddress } from 'viem'
import type { CHALLENGE_STATES } from '@/lib/challenges/states'
import type { MISSION_STATES } from '@/lib/missions/states'
import {
  BUSY_TOKEN,
  busyAccount,
  CALLER_TOKEN,
  callerAccount,
  VERIFIER_TOKEN,
  verifierAccount,
} from '../support/environment'
import { ID_FUNCTION, KINDS, START_MS, STEP_MS } from './ids'
import { bulkLoad } from './load'

export interface Amounts {
  /** Challenges and missions, each this many. */
  readonly records: number
  /** History events of each challenge. */
  readonly events: number
}

/**
 * Every wallet owns this many challenges and missions and contributes to as many, in every size of database. Only the busy one has
 * more in a larger one: it owns what a tenth of the wallets would have finished, and has contributed to as much.
 */
const RECORDS_PER_WALLET = 20

/** The states by a record's number, in tens, so that every wallet has records in each. */
const CHALLENGE_STATE = [
  'DRAFT',
  'OPEN',
  'OPEN',
  'OPEN',
  'AWAITING_DECISION',
  'DECISION_SUBMITTED',
  'DECISION_VERIFIED',
  'CONVERTED_TO_MISSION',
  'CONVERTED_TO_MISSION',
  'CANCELLED',
] as const satisfies readonly (typeof CHALLENGE_STATES)[number][]
const MISSION_STATE = [
  'SEED',
  'SEED',
  'CLAIMED',
  'GROWING',
  'PROOF_SUBMITTED',
  'CHANGES_REQUESTED',
  'VERIFIED',
  'COMPLETED',
  'FAILED',
  'ABANDONED',
] as const satisfies readonly (typeof MISSION_STATES)[number][]

/** The number of the n-th record in a state, from 1. */
function numberIn(states: readonly string[], state: string, nth: number): number {
  return (nth - 1) * 10 + (states.indexOf(state) === 0 ? 10 : states.indexOf(state))
}
export const challengeIn = (state: (typeof CHALLENGE_STATE)[number], nth: number) =>
  numberIn(CHALLENGE_STATE, state, nth)
export const missionIn = (state: (typeof MISSION_STATE)[number], nth: number) => numberIn(MISSION_STATE, state, nth)

/** The wallet of a place, EIP-55: the same in every database. */
export function walletAt(place: number): string {
  return getAddress(`0x${createHash('sha256').update(`wallet ${place}`).digest('hex').slice(0, 40)}`)
}
export const walletsFor = (records: number) => Math.max(1, Math.round(records / RECORDS_PER_WALLET))

const array = (values: readonly string[]) => `ARRAY[${values.map((value) => `'${value}'`).join(',')}]`
const moment = (offsetMs = 0) => `at + interval '${offsetMs} ms'`
const id = (kind: keyof typeof KINDS) => `bench_id('${KINDS[kind]}', i)`
const signature = `'0x' || repeat('5b', 64) || '1c'`
/** What has the form of a SHA-256 in hex; its content does not matter here. */
const hash = (kind: keyof typeof KINDS, seq: string) => `repeat(md5('${kind}' || i || '/' || (${seq})), 2)`

/** Of the keys that are kept. */
const KEYS_MAX = 20_000

const EVENT_KINDS = [
  'challenge-created',
  'link-recorded',
  'link-recorded',
  'submissions-closed',
  'decision-submitted',
  'decision-verified',
]
const EVENT_STATES = ['DRAFT', 'DRAFT', 'OPEN', 'AWAITING_DECISION', 'DECISION_SUBMITTED', 'DECISION_VERIFIED']
const ADJECTIVES = ['violet', 'sunny', 'quiet', 'wild', 'mossy', 'early', 'shared']

/**
 * Fills a migrated database by set-based SQL: challenges with links, decisions and history; missions with milestones,
 * proofs, reviews, receipts and Seeds; wallets, and the sessions of the bench's own. Every view of it is valid.
 */
export async function generate(url: string, { records, events }: Amounts): Promise<void> {
  const wallets = walletsFor(records)
  const challengeState = `(${array(CHALLENGE_STATE)})[i % 10 + 1]::"ChallengeState"`
  const missionState = `(${array(MISSION_STATE)})[i % 10 + 1]::"MissionState"`
  const title = (what: string) =>
    `'Which ' || (${array(ADJECTIVES)})[i % 7 + 1] || ' ${what} for garden ' || i || CASE WHEN i % 100 = 50 THEN ' with a maple?' ELSE '?' END`
  const prose = (words: string) =>
    `'${words} Record ' || i || '. ' || repeat('Sit under the trees for an hour before you write. ', 3)`
  const own = [callerAccount.address, verifierAccount.address, busyAccount.address]
  const addresses = Array.from({ length: wallets }, (_, place) => `(${place},'${walletAt(place)}')`)
  const sessions = [
    [CALLER_TOKEN, own[0]],
    [VERIFIER_TOKEN, own[1]],
    [BUSY_TOKEN, own[2]],
  ].map(
    ([token, address]) =>
      `(gen_random_uuid(), encode(sha256('${token}'), 'hex'), '${address}', 'bearer', now() - interval '1 hour', now() + interval '6 days', NULL)`,
  )

  const first = [
    ID_FUNCTION,
    'CREATE UNLOGGED TABLE bench_wallet (place int PRIMARY KEY, address text NOT NULL)',
    `INSERT INTO bench_wallet VALUES ${addresses.join(',')}`,
    'ANALYZE bench_wallet',
    `CREATE UNLOGGED TABLE bench_number AS
      SELECT i, CASE WHEN i % 100 >= 97 THEN '${busyAccount.address}' ELSE o.address END AS owner,
        CASE WHEN i % 100 BETWEEN 87 AND 89 THEN '${busyAccount.address}' ELSE c.address END AS contributor, to_timestamp((${START_MS} + i * ${STEP_MS}) / 1000.0) AS at
      FROM generate_series(1::bigint, ${records}) AS i JOIN bench_wallet o ON o.place = (i / 10) % ${wallets}
      JOIN bench_wallet c ON c.place = (i / 10 + 1) % ${wallets} ORDER BY i`,
    'ANALYZE bench_number',
  ]
  const inserts = [
    `INSERT INTO "Wallet" SELECT address, now() FROM bench_wallet UNION ALL SELECT unnest(${array(own)}), now()`,
    `INSERT INTO "Session" VALUES ${sessions.join(',')}`,

    `INSERT INTO "Challenge" SELECT ${id('challenge')}, ${challengeState}, t, ${prose('Two plans, one place.')},
        current_date + 30, current_date + 40, 'Seeds, and a bench with your name.', 'The straight plan', 'The winding plan', owner,
        CASE WHEN i % 10 = 9 THEN 'The place was built over.' END, CASE WHEN i % 10 = 9 THEN ${moment(500)} END,
        ${events}, ${hash('challenge', String(events))}, NULL, ${moment()}, ${moment(500)}
      FROM (SELECT *, ${title('plan')} AS t FROM bench_number) x`,
    `INSERT INTO "ChallengeTitle" SELECT ${id('challenge')}, lower(${title('plan')}) FROM bench_number ORDER BY i`,
    `INSERT INTO "SearchText" SELECT 'challenge', ${id('challenge')}, to_tsvector('simple', concat_ws(' ', translate(${title('plan')}, '?', ' '), ${prose('Two plans, one place.')},
        'The straight plan', 'The winding plan')) FROM bench_number ORDER BY i`,
    `INSERT INTO "SearchText" SELECT 'mission', ${id('mission')}, to_tsvector('simple', concat_ws(' ', translate(${title('mission')}, '?', ' '), ${prose('What was decided is planted.')},
        'The garden, planted.', 'The beds are dug A bench')) FROM bench_number ORDER BY i`,
    `INSERT INTO "Submission" SELECT ${id('challenge')}, s.side::"Side", 'https://plans.example/' || s.side || '/' || i, contributor, ${moment(100)}, NULL
      FROM bench_number, (VALUES ('A'), ('B')) s(side) WHERE s.side = 'A' OR i % 10 <> 0`,
    `INSERT INTO "Decision" SELECT ${id('decision')}, ${id('challenge')}, 'A', 'https://community.example/board/garden/' || i,
        'The thread closed in favour of the straight plan.', owner, ${moment(200)}, false, (CASE WHEN i % 10 = 5 THEN 'submitted' ELSE 'verified' END)::"DecisionStatus"
      FROM bench_number WHERE i % 10 BETWEEN 5 AND 8`,
    `INSERT INTO "SignedVerdict" SELECT ${id('verdict')}, 'decision-verification', ${id('decision')}, 'approve', 'The linked post says so.',
        '${own[1]}', 'svc-decision-verification-v1' || chr(10) || repeat('Line: a value of the signed text' || chr(10), 12), ${signature}, ${moment(300)}
      FROM bench_number WHERE i % 10 BETWEEN 6 AND 8`,
    `INSERT INTO "HistoryEvent" SELECT ${id('challenge')}, seq, (${array(EVENT_KINDS)})[(seq - 1) % 6 + 1], owner, ${moment()} + seq * interval '10 ms',
        CASE WHEN seq > 1 THEN (${array(EVENT_STATES)})[(seq - 2) % 6 + 1] END, (${array(EVENT_STATES)})[(seq - 1) % 6 + 1],
        jsonb_build_object('side', 'A', 'url', 'https://plans.example/A/' || i), CASE WHEN seq > 1 THEN ${hash('challenge', 'seq - 1')} END, ${hash('challenge', 'seq')}
      FROM bench_number, generate_series(1, ${events}) AS seq`,

    `INSERT INTO "Mission" SELECT ${id('mission')}, ${missionState}, t, ${prose('What was decided is planted.')}, 'The garden, planted.',
        'Everything on the plan grows.', 'A photo of the place.', 'Seeds and soup.', current_date + 60, owner,
        CASE WHEN i % 10 NOT IN (0, 1) THEN contributor END, CASE WHEN i % 10 IN (7, 8) THEN ${id('challenge')} END,
        CASE WHEN i % 10 NOT IN (7, 8) THEN 'https://community.example/board/garden/' || i END,
        CASE WHEN i % 10 IN (7, 8) THEN 'https://community.example/board/garden/' || i END, NULL, NULL, NULL, NULL,
        (CASE i % 10 WHEN 7 THEN 'completed' WHEN 8 THEN 'failed' WHEN 9 THEN 'abandoned' END)::"Outcome",
        1, ${hash('mission', '1')}, NULL, ${moment()}, ${moment(900)}
      FROM (SELECT *, ${title('mission')} AS t FROM bench_number) x`,
    `INSERT INTO "MissionTitle" SELECT ${id('mission')}, lower(${title('mission')}) FROM bench_number ORDER BY i`,
    `INSERT INTO "Milestone" SELECT ${id('milestone')}, ${id('mission')}, 1, 'The beds are dug', '25', true, 'Pending'::"MilestoneStatus",
        CASE WHEN i % 10 IN (3, 6, 7) THEN ${id('proof')} END FROM bench_number
      UNION ALL SELECT ${id('optionalMilestone')}, ${id('mission')}, 2, 'A bench', NULL, false, 'Pending'::"MilestoneStatus", NULL FROM bench_number`,
    `INSERT INTO "Proof" SELECT ${id('proof')}, ${id('mission')}, ${id('milestone')}, 'Link', 'https://plans.example/proof/' || i, NULL, NULL,
        'The beds are dug and the earth is dark.', (CASE i % 10 WHEN 4 THEN 'submitted' WHEN 5 THEN 'changes-requested' ELSE 'verified' END)::"ProofStatus",
        contributor, ${moment(500)}, NULL FROM bench_number WHERE i % 10 BETWEEN 3 AND 7`,
    `INSERT INTO "SignedVerdict" SELECT ${id('review')}, 'proof-review', ${id('proof')}, (CASE i % 10 WHEN 5 THEN 'request-changes' ELSE 'approve' END)::"Verdict",
        'The photo shows it.', '${own[1]}', 'svc-proof-review-v1' || chr(10) || repeat('Line: a value of the signed text' || chr(10), 12), ${signature}, ${moment(600)}
      FROM bench_number WHERE i % 10 IN (3, 5, 6, 7)`,
    `INSERT INTO "SentBack" SELECT ${id('review')}, ${id('mission')} FROM bench_number WHERE i % 10 = 5`,
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "missionId", "proofId", "evidenceHash", "createdAt")
      SELECT contributor, 10, 'milestone-verified', ${id('mission')}, ${id('proof')}, ${hash('proof', '0')}, ${moment(600)} FROM bench_number WHERE i % 10 IN (3, 6, 7)`,
    `INSERT INTO "SeedBalance" SELECT contributor, 10 * count(*), count(*) FROM bench_number WHERE i % 10 IN (3, 6, 7) GROUP BY contributor`,
    `INSERT INTO "Receipt" SELECT ${id('receipt')}, ${id('mission')}, o::"Outcome", json_build_object('id', ${id('receipt')}, 'missionId', ${id('mission')},
        'outcome', o, 'statement', 'It grows, or it does not.', 'terms', json_build_object('title', 'The mission of garden ' || i, 'summary', 'What was decided is planted.',
          'deliverable', NULL, 'definitionOfDone', 'Everything on the plan grows.', 'requiredProof', 'A photo of the place.', 'rewardTerms', NULL,
          'approvalRule', 'Owner records the outcome', 'deadline', '2027-01-01', 'owner', owner, 'contributorWallet', contributor, 'milestones', '[]'::json, 'bounty', NULL),
        'discussion', json_build_object('challengeId', NULL, 'prompt', NULL, 'sourceUrl', NULL, 'decisionUrl', NULL, 'chosenSide', NULL, 'explanation', NULL, 'submissions', NULL),
        'decisionVerification', NULL, 'evidence', '[]'::json, 'verifierDecisions', '[]'::json, 'seeds', '[]'::json, 'historyHead', ${hash('mission', '1')},
        'issuedAt', '2026-11-01T00:00:00.000Z', 'serviceKey', repeat('k', 43), 'contentHash', ${hash('receipt', '1')}, 'serviceSignature', repeat('s', 86))::text,
        ${hash('receipt', '1')}, ${moment(900)}
      FROM (SELECT *, (ARRAY['completed','failed','abandoned'])[i % 10 - 6] AS o FROM bench_number WHERE i % 10 IN (7, 8, 9)) x`,
    // What was written in the last two days: without it, plans would be made for an empty table, which no busy service has.
    `INSERT INTO "IdempotencyKey" SELECT owner, 'key-' || i, ${hash('mission', '0')}, 201, repeat('An answer as it was kept. ', 60), now()
      FROM bench_number WHERE i <= ${KEYS_MAX}`,
    `INSERT INTO "HistoryEvent" SELECT ${id('mission')}, 1, 'mission-created', owner, ${moment()}, NULL, 'SEED',
        jsonb_build_object('title', 'The mission of garden ' || i), NULL, ${hash('mission', '1')} FROM bench_number`,
  ]
  await bulkLoad(url, first, inserts)
}
