import { checkJson, checksVersion, namedBy } from '@/lib/chain/check-json'
import { shows, signedVerdictJson } from '@/lib/challenges/views'
import { iso } from '@/lib/db/sql'
import { missionFilesJson } from '@/lib/evidence/views'
import { historyJson, shownHistoryFields } from '@/lib/history/record'
import {
  milestoneJson,
  missionFields,
  missionLedgerJson,
  missionRecordVersion,
  namingTransactions,
  proofsJson,
  shownProofFields,
} from '@/lib/missions/views'
import { showsWithReceipt } from '@/lib/receipts/views'

// Constant texts, as in lib/missions/views.ts; `m` is the alias of the "Mission" row. Hidden parts are left out.

export const sourcePostJson = `(SELECT json_build_object('postId', o."postId", 'url', o.url, 'channel', o.channel, 'title', o.title,
    'description', o.description, 'siteName', o."siteName", 'authorName', o."authorName", 'imageUrl', o."imageUrl",
    'publishedAt', ${iso('o."publishedAt"')}, 'readAt', ${iso('o."readAt"')})
    FROM "SourcePost" o WHERE o."missionId" = m.id)`

const commitmentJson = `json_build_object('id', t.id, 'kind', t.kind, 'description', t.description, 'amount', t.amount,
    'currency', t.currency, 'url', t.url, 'committedBy', t."committedBy", 'committedAt', ${iso('t."committedAt"')})`

const decisionJson = `json_build_object('id', t.id, 'verdict', t.verdict, 'reason', t.reason, 'reviewerName', t."reviewerName",
    'decidedBy', t."decidedBy", 'decidedAt', ${iso('t."decidedAt"')}, 'contentHash', t."contentHash", 'signed', t.signed,
    'verification', (SELECT ${signedVerdictJson('v', 'reason')} FROM "SignedVerdict" v WHERE t.signed AND v.id = t.id))`

/** The recorded content without the check's result. The history and the judged content hold its hash. */
const fundingSaid = `'id', t.id, 'transactionUrl', t."transactionUrl", 'chainId', t."chainId",
    'txHash', t."txHash", 'amount', t.amount, 'currency', t.currency, 'note', t.note, 'recordedBy', t."recordedBy",
    'recordedAt', ${iso('t."recordedAt"')}`

const evidenceSaid = `'id', t.id, 'kind', t.kind, 'url', t.url, 'chainId', t."chainId", 'txHash', t."txHash",
    'note', t.note, 'submittedBy', t."submittedBy", 'submittedAt', ${iso('t."submittedAt"')}`

const withCheck = (said: string) => `json_build_object(${said}, 'check', ${checkJson(namedBy('t'))})`
const fundingJson = withCheck(fundingSaid)
const evidenceJson = withCheck(evidenceSaid)

const partsJson = (table: string, view: string) => `(SELECT coalesce(json_agg(${view} ORDER BY t.id), '[]')
    FROM ${table} t WHERE t."missionId" = m.id AND t."hiddenAt" IS NULL)`

export const commitmentsJson = partsJson('"Commitment"', commitmentJson)
export const decisionsJson = partsJson('"ProjectDecision"', decisionJson)
export const fundingListJson = partsJson('"FundingRecord"', fundingJson)
export const evidenceListJson = partsJson('"ProjectEvidence"', evidenceJson)
export const fundingSaidJson = partsJson('"FundingRecord"', `json_build_object(${fundingSaid})`)
export const evidenceSaidJson = partsJson('"ProjectEvidence"', `json_build_object(${evidenceSaid})`)

const fields = `${missionFields}, 'sourcePost', ${sourcePostJson}`

export const projectJson = `json_build_object(${fields})`

export const projectRecordJson = `json_build_object(${fields}, 'commitments', ${commitmentsJson}, 'decisions', ${decisionsJson},
    'funding', ${fundingListJson}, 'evidence', ${evidenceListJson}, 'proofs', ${proofsJson}, 'files', ${missionFilesJson('m.id')},
    'seeds', ${missionLedgerJson}, 'events', ${historyJson('m.id')})`

/** The page gets this many of the newest signed decisions' events, to check their signatures against the judged content. */
const SIGNED_SHOWN = 20
const signedEventsJson = historyJson(
  'm.id',
  `h.seq IN (SELECT d.seq FROM "HistoryEvent" d WHERE d."recordId" = m.id
    AND d.kind = 'project-verification' ORDER BY d.seq DESC LIMIT ${SIGNED_SHOWN})`,
)

export const missionPageJson = `json_build_object(${fields}, 'commitments', ${commitmentsJson}, 'decisions', ${decisionsJson},
    'funding', ${fundingListJson}, 'evidence', ${evidenceListJson}, ${shownProofFields}, 'files', ${missionFilesJson('m.id')},
    'seeds', ${missionLedgerJson}, 'signedEvents', ${signedEventsJson}, ${shownHistoryFields('m')})`

/** The version of both views (see lib/db/view-cache.ts), which also show checks of funding and evidence. */
export const projectRecordVersion = `concat(${missionRecordVersion}, ' ',
    ${checksVersion(`${namingTransactions('"FundingRecord"')} UNION ALL ${namingTransactions('"ProjectEvidence"')}`)})`

export const showProjectAndReceipt = showsWithReceipt('project', projectJson)
export const showProject = shows('project', '"Mission"', 'm', projectJson)
export const showCommitment = shows('commitment', '"Commitment"', 't', commitmentJson)
export const showDecision = shows('decision', '"ProjectDecision"', 't', decisionJson)
export const showFunding = shows('fundingRecord', '"FundingRecord"', 't', fundingJson)
export const showEvidence = shows('evidenceItem', '"ProjectEvidence"', 't', evidenceJson)
export const showMilestone = shows('milestone', '"Milestone"', 's', milestoneJson)
