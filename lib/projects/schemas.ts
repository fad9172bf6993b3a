import { z } from 'zod'
import type { TransactionRef } from '@/lib/chain/queue'
import { CheckView } from '@/lib/chain/schemas'
import {
  Amount,
  ChainId,
  Id,
  Label,
  LongText,
  NONE_YET,
  PublicUrl,
  Reason,
  Sha256,
  Timestamp,
  TxHash,
  Wallet,
} from '@/lib/contract/fields'
import { FileView } from '@/lib/evidence/schemas'
import { DECISION_VERDICTS } from '@/lib/history/event-verdict'
import { historyFrom } from '@/lib/history/schemas'
import {
  CreateMission,
  MilestoneView,
  MissionView,
  NextVerifiers,
  ProofView,
  SignedReviewView,
} from '@/lib/missions/schemas'
import { OUTCOMES } from '@/lib/missions/states'
import { PostPreview } from '@/lib/platform/schemas'
import { explorerTransaction } from '@/lib/projects/explorers'
import { LedgerEntryView } from '@/lib/seeds/schemas'

// A project is a mission (docs/decisions.md#one-record-two-surfaces): shared fields have the names of v1.

export const COMMITMENT_KINDS = ['work', 'funds', 'resources'] as const
export const EVIDENCE_KINDS = ['Link', 'Receipt', 'Deliverable', 'Transaction'] as const
export const MILESTONE_STATUSES = MilestoneView.shape.status.options

export const CreateProject = z
  .object({
    ...CreateMission.shape,
    approvalRule: CreateMission.shape.approvalRule
      .optional()
      .meta({ description: 'There is one rule: what is sent must be it.' }),
  })
  .meta({ id: 'CreateProject' })

const currency = Label.optional()

export const MakeCommitment = z
  .object({
    kind: z.enum(COMMITMENT_KINDS),
    description: Reason.meta({ description: 'What is pledged. Nothing is held, sent or released.' }),
    amount: Amount.optional(),
    currency,
    url: PublicUrl.optional(),
  })
  .meta({ id: 'MakeCommitment' })

export const DecideProject = z
  .object({
    verdict: z.enum(DECISION_VERDICTS),
    reason: Reason,
    reviewerName: Label.meta({ description: 'What the reviewer calls themselves: shown, and not verified.' }),
  })
  .meta({ id: 'DecideProject' })

/** The transaction fields of a body, besides its URL. */
type Said = Partial<TransactionRef>

const shownAt = (url: string | undefined) => (url === undefined ? null : explorerTransaction(url))

/** The transaction that a valid body names, in a known explorer's URL or in fields; null if it names none. */
export function transactionOf({ chainId, txHash }: Said, url: string | undefined): TransactionRef | null {
  return shownAt(url) ?? (chainId !== undefined && txHash !== undefined ? { chainId, txHash } : null)
}

/** The fault of a body's transaction: one field without the other, or a transaction that differs from its URL. */
function faultOfTransaction({ chainId, txHash }: Said, url: string | undefined): [keyof Said, string] | null {
  const shown = shownAt(url)
  if (!shown && txHash !== undefined && chainId === undefined) return ['chainId', 'A txHash needs its chainId.']
  if (!shown && chainId !== undefined && txHash === undefined) return ['txHash', 'A chainId needs its txHash.']
  if (shown && chainId !== undefined && chainId !== shown.chainId) return ['chainId', 'The URL shows another chain.']
  if (shown && txHash !== undefined && txHash !== shown.txHash) return ['txHash', 'The URL shows another transaction.']
  return null
}

const chainId = ChainId.optional().meta({ description: 'Read from the URL of a known explorer when left out.' })
const txHash = TxHash.optional().meta({ description: 'Read from the URL of a known explorer when left out.' })

export const RecordFunding = z
  .object({
    transactionUrl: PublicUrl.meta({
      description: 'A public page that shows the transaction, such as a block explorer’s.',
      example: `https://basescan.org/tx/0x${'ab'.repeat(32)}`,
    }),
    chainId,
    txHash,
    amount: Amount.optional(),
    currency,
    note: LongText.optional(),
  })
  .check((context) => {
    const fault = faultOfTransaction(context.value, context.value.transactionUrl)
    if (fault) context.issues.push({ code: 'custom', message: fault[1], path: [fault[0]], input: context.value })
  })
  .meta({ id: 'RecordFunding' })

export const AddEvidence = z
  .object({
    kind: z.enum(EVIDENCE_KINDS),
    url: PublicUrl.optional().meta({ description: 'Every kind but Transaction needs one.' }),
    chainId,
    txHash,
    note: LongText.optional(),
  })
  .check((context) => {
    const { kind, url, ...said } = context.value
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [field], input: context.value })
    const fault = faultOfTransaction(said, url)
    if (fault) refuse(...fault)
    else if (kind !== 'Transaction' && url === undefined) refuse('url', `Evidence of the kind ${kind} needs a url.`)
    else if (kind === 'Transaction' && transactionOf(said, url) === null) {
      refuse('txHash', 'Evidence of the kind Transaction needs txHash and chainId, or the URL of a known explorer.')
    }
  })
  .meta({ id: 'AddEvidence' })

export const SetMilestoneStatus = z
  .object({ status: z.enum(MILESTONE_STATUSES) })
  .meta({ id: 'SetMilestoneStatus', description: 'A remark of the owner: it never verifies.' })

export const RecordOutcome = z.object({ outcome: z.enum(OUTCOMES), statement: LongText }).meta({ id: 'RecordOutcome' })

const SourcePostView = PostPreview.extend({ readAt: Timestamp }).meta({
  id: 'SourcePost',
  description: 'What the platform showed of the post when the project was created from it. Nothing of it is verified.',
})

export const CommitmentView = z
  .object({
    id: Id,
    kind: z.enum(COMMITMENT_KINDS),
    description: z.string(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    url: z.string().nullable(),
    committedBy: Wallet,
    committedAt: Timestamp,
  })
  .meta({ id: 'Commitment', description: 'A pledge. Nothing is held.' })

export const ProjectDecisionView = z
  .object({
    id: Id,
    verdict: z.enum(DECISION_VERDICTS),
    reason: z.string(),
    reviewerName: z
      .string()
      .nullable()
      .meta({ description: 'What the reviewer calls themselves: not verified. Null for a signed decision.' }),
    decidedBy: Wallet,
    decidedAt: Timestamp,
    contentHash: Sha256.meta({ description: 'SHA-256 of the RFC 8785 form of what was judged.' }),
    signed: z.boolean().meta({ description: "True for an allowlisted verifier's signed decision." }),
    verification: SignedReviewView.nullable(),
  })
  .meta({ id: 'ProjectDecision' })

export const FundingView = z
  .object({
    id: Id,
    transactionUrl: z.string(),
    chainId: z.string().nullable(),
    txHash: z.string().nullable(),
    amount: z.string().nullable().meta({ description: 'As its recorder says; the check tells what moved.' }),
    currency: z.string().nullable(),
    note: z.string().nullable(),
    recordedBy: Wallet,
    recordedAt: Timestamp,
    check: CheckView,
  })
  .meta({ id: 'FundingRecord', description: 'A transaction that is said to fund a project: recorded, never held.' })

export const EvidenceView = z
  .object({
    id: Id,
    kind: z.enum(EVIDENCE_KINDS),
    url: z.string().nullable(),
    chainId: z.string().nullable(),
    txHash: z.string().nullable(),
    note: z.string().nullable(),
    submittedBy: Wallet,
    submittedAt: Timestamp,
    check: CheckView,
  })
  .meta({
    id: 'ProjectEvidence',
    description: 'What is said to show the work; verified is only a proof that a verifier signed.',
  })

/** A project in lists and writes: a mission with the post it was created from. */
export const ProjectView = MissionView.extend({
  sourcePost: SourcePostView.nullable().meta({
    description: 'Null where the platform could not be read then, and for missions that were made through v1.',
  }),
}).meta({ id: 'Project' })

export const ProjectRecord = ProjectView.extend({
  commitments: z.array(CommitmentView),
  decisions: z.array(ProjectDecisionView),
  funding: z.array(FundingView),
  evidence: z.array(EvidenceView),
  proofs: z.array(ProofView).meta(NONE_YET),
  files: z.array(FileView).meta({ ...NONE_YET, description: 'Every evidence file, those of proofs too.' }),
  seeds: z.array(LedgerEntryView).meta(NONE_YET),
  events: historyFrom('mission-created', 'SEED').meta({ description: 'Its whole history: what v1 calls `history`.' }),
  eligibleVerifiers: NextVerifiers,
}).meta({ id: 'ProjectRecord' })

export type ProjectView = z.infer<typeof ProjectView>
export type ProjectRecord = z.infer<typeof ProjectRecord>
export type CommitmentView = z.infer<typeof CommitmentView>
export type ProjectDecisionView = z.infer<typeof ProjectDecisionView>
export type FundingView = z.infer<typeof FundingView>
export type EvidenceView = z.infer<typeof EvidenceView>
