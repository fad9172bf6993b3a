import { checkJson, checksVersion, namedBy } from '@/lib/chain/check-json'
import { shows, signedVerdictJson, submissionJson } from '@/lib/challenges/views'
import { day, iso } from '@/lib/db/sql'
import { fileSumsJson, missionFilesJson, proofFilesJson } from '@/lib/evidence/views'
import { historyJson } from '@/lib/history/record'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import { ledgerEntryJson, seedEntryJson } from '@/lib/seeds/ledger'

// Constant texts, as in lib/challenges/views.ts; `m` is the alias of the "Mission" row.

/** Proofs of one milestone that the mission's page shows. */
const ATTEMPTS_SHOWN = 3

const reviewsJson = `(SELECT coalesce(json_agg(${signedVerdictJson('v', 'reason')} ORDER BY v.id), '[]')
    FROM "SignedVerdict" v WHERE v."subjectId" = p.id)`

/** The fields of a proof that its view and the receipt share. */
export const proofFactsJson = `'kind', p.kind, 'url', p.url, 'txHash', p."txHash", 'chainId', p."chainId", 'note', p.note,
    'status', p.status, 'submittedBy', p."submittedBy", 'submittedAt', ${iso('p."submittedAt"')},
    'late', p.late, 'check', ${checkJson(namedBy('p'))}`

const proofFields = `'id', p.id, 'missionId', p."missionId", 'milestoneId', p."milestoneId",
    ${proofFactsJson}, 'reviews', ${reviewsJson}, 'files', ${proofFilesJson('p.id')}, 'fileSums', ${fileSumsJson('p.id')}`

const proofJson = `json_build_object(${proofFields})`

/** A proof with its number among the proofs of its milestone. */
export const attemptJson = `json_build_object(${proofFields}, 'attempt', (SELECT count(*)::int FROM "Proof" o
    WHERE o."milestoneId" = p."milestoneId" AND o.id <= p.id AND o."hiddenAt" IS NULL))`

const milestoneOf = (verified: string) => `json_build_object('id', s.id, 'position', s.position, 'title', s.title,
    'amount', s.amount, 'required', s.required, 'status', s.status, 'verified', ${verified})`

const milestonesOf = (milestone: string) => `(SELECT coalesce(json_agg(${milestone} ORDER BY s.position), '[]')
    FROM "Milestone" s WHERE s."missionId" = m.id)`

export const milestoneJson = milestoneOf(`s."verifiedProofId" IS NOT NULL`)
export const milestonesJson = milestonesOf(milestoneJson)

/** Milestones for a receipt: verified only if the proof is not hidden and has a signed approval. */
export const provenMilestonesJson = milestonesOf(
  milestoneOf(`EXISTS (SELECT 1 FROM "Proof" p JOIN "SignedVerdict" v ON v."subjectId" = p.id AND v.verdict = 'approve'
    WHERE p.id = s."verifiedProofId" AND p."hiddenAt" IS NULL)`),
)

export const proofsJson = `(SELECT coalesce(json_agg(${proofJson} ORDER BY p.id), '[]')
    FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL)`

/** The newest proofs of each milestone, always including the verified one and one that waits, which may be older: it was restored. */
const newestAttemptsJson = `(SELECT coalesce(json_agg(${attemptJson} ORDER BY p.id), '[]') FROM "Milestone" s
    CROSS JOIN LATERAL (SELECT q.* FROM "Proof" q WHERE q."milestoneId" = s.id AND q."hiddenAt" IS NULL
      ORDER BY q.id = s."verifiedProofId" DESC NULLS LAST, q.status = 'submitted' DESC, q.id DESC LIMIT ${ATTEMPTS_SHOWN}) p WHERE s."missionId" = m.id)`
/** The total number of proofs, by milestone id. */
const attemptCountsJson = `(SELECT coalesce(json_object_agg(a."milestoneId", a.count), '{}') FROM (SELECT p."milestoneId",
    count(*)::int AS count FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL GROUP BY 1) a)`

/** The proofs that a mission's page shows. */
export const shownProofFields = `'proofs', ${newestAttemptsJson}, 'attempts', ${attemptCountsJson}`

const seedsOf = (entry: string) => `(SELECT coalesce(json_agg(${entry} ORDER BY e.id), '[]') FROM "SeedEntry" e
    WHERE e."missionId" = m.id OR e."challengeId" = m."challengeId")`
/** Ledger entries of the mission and its challenge, as the receipt holds them. */
export const missionSeedsJson = seedsOf(seedEntryJson('e'))
/** The same entries for other views, where a reversal has its reason. */
export const missionLedgerJson = seedsOf(ledgerEntryJson('e'))

/** The response of a side of the mission's challenge. @param side SQL for 'A' or 'B'. */
const sideJson = (side: string) =>
  submissionJson('c', side, `CASE ${side} WHEN 'A' THEN c."contenderA" ELSE c."contenderB" END`)

/** Where the mission comes from, and both responses by what the verified decision chose. A hidden challenge is left out. */
const sourceJson = `(SELECT json_build_object('challengeId', c.id, 'sourceUrl', m."sourceUrl", 'decisionUrl', m."decisionUrl",
      'chosenSide', ${sideJson('d.side')}, 'otherSide', ${sideJson(`(CASE d.side WHEN 'A' THEN 'B' WHEN 'B' THEN 'A' END)::"Side"`)})
    FROM (SELECT 1) AS always LEFT JOIN "Challenge" c ON c.id = m."challengeId" AND c."hiddenAt" IS NULL
      LEFT JOIN "Decision" d ON d."challengeId" = c.id AND d.status = 'verified')`

/** Not null if the mission names a bounty. */
export const BOUNTY = 'coalesce(m."bountyChainId", m."bountyTxHash", m."bountyAmount", m."bountyCurrency")'
const bountyCheckJson = checkJson({ recordId: 'm.id', chainId: 'm."bountyChainId"', txHash: 'm."bountyTxHash"' })

/**
 * Whether the wallet in `contributorWallet` has contributed. While `SEED` its owner has only designated it, and that is no act
 * of the wallet, unless it submitted proof and then gave the claim back. An index has none of the missions that it was only designated
 * for, of which strangers can make many.
 */
export const CONTRIBUTED = `(m.state <> 'SEED' OR m.reopened AND EXISTS (SELECT 1 FROM "Proof" p WHERE p."missionId" = m.id
    AND p."submittedBy" = m."contributorWallet" AND p."hiddenAt" IS NULL))`

/** The terms that the views of a mission and of its receipt share. */
export const termFields = `'title', m.title, 'summary', m.summary, 'deliverable', m.deliverable,
    'definitionOfDone', m."definitionOfDone", 'requiredProof', m."requiredProof", 'rewardTerms', m."rewardTerms",
    'approvalRule', '${APPROVAL_RULE}', 'deadline', ${day('m.deadline')}, 'owner', m.owner, 'contributorWallet', m."contributorWallet"`
export const bountyFields = `'chainId', m."bountyChainId", 'txHash', m."bountyTxHash", 'amount', m."bountyAmount", 'currency', m."bountyCurrency"`

/** The fields of a mission in lists, which projects share. */
export const missionFields = `'id', m.id, 'state', m.state, ${termFields},
    'source', ${sourceJson},
    'milestones', ${milestonesJson},
    'bounty', CASE WHEN ${BOUNTY} IS NOT NULL THEN
      json_build_object(${bountyFields}, 'check', ${bountyCheckJson}) END,
    'outcome', m.outcome, 'recordedBy', m."recordedBy", 'receiptId', (SELECT r.id FROM "Receipt" r WHERE r."missionId" = m.id),
    'createdAt', ${iso('m."createdAt"')}, 'updatedAt', ${iso('m."updatedAt"')}`

export const missionJson = `json_build_object(${missionFields})`

/**
 * The version of a mission's view (see lib/db/view-cache.ts): the hash of its last event and the state of the bounty's check,
 * which changes without an event.
 */
export const missionVersion = `CASE WHEN m."bountyTxHash" IS NULL THEN m."historyHead"
    ELSE concat(m."historyHead", ' ', ${checksVersion('SELECT m.id')}) END`

/** SQL for the ids of a table's rows that name a transaction. */
export const namingTransactions = (table: string) =>
  `SELECT t.id FROM ${table} t WHERE t."missionId" = m.id AND t."txHash" IS NOT NULL`

/** The version of the whole record, which also shows checks of proofs and the Seeds of the challenge. */
export const missionRecordVersion = `concat(m."historyHead", ' ', (SELECT max(e.id) FROM "SeedEntry" e
    WHERE e."challengeId" = m."challengeId"), ' ', ${checksVersion(`SELECT m.id UNION ALL ${namingTransactions('"Proof"')}`)})`

export const missionRecordJson = `json_build_object(${missionFields}, 'proofs', ${proofsJson}, 'files', ${missionFilesJson('m.id')}, 'seeds', ${missionLedgerJson}, 'history', ${historyJson('m.id')})`

export const showMission = shows('mission', '"Mission"', 'm', missionJson)
export const showProof = shows('proof', '"Proof"', 'p', proofJson)
