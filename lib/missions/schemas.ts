import { z } from 'zod'
import { SubmissionView } from '@/lib/challenges/schemas'
import {
  Address,
  Amount,
  ChainId,
  Day,
  Id,
  Label,
  LongText,
  PostUrl,
  PublicUrl,
  Reason,
  Sha256,
  Timestamp,
  Title,
  TxHash,
  Wallet,
} from '@/lib/contract/fields'
import { PageQuery, TitleSearch } from '@/lib/contract/list'
import { HistoryEventView } from '@/lib/history/schemas'
import { MilestoneInputs } from '@/lib/missions/milestone-input'
import { MISSION_STATES } from '@/lib/missions/states'

export const APPROVAL_RULE = 'Owner records the outcome'
export const PROOF_KINDS = ['Link', 'Transaction', 'CodeHost', 'Deliverable'] as const
export const PROOF_STATUSES = ['submitted', 'verified', 'changes-requested', 'rejected'] as const
export const OUTCOMES = ['completed', 'failed', 'rejected', 'abandoned', 'expired'] as const

export const CreateMission = z
  .object({
    sourceUrl: PostUrl.meta({ description: 'A public post on the community platform.' }),
    title: Title,
    summary: LongText,
    definitionOfDone: LongText,
    deadline: Day,
    approvalRule: z.literal(APPROVAL_RULE, { error: `This field must be "${APPROVAL_RULE}".` }),
    requiredProof: LongText,
    deliverable: LongText.optional(),
    rewardTerms: LongText.optional(),
    milestones: MilestoneInputs.optional(),
    contributorWallet: Address.optional(),
    bountyChainId: ChainId.optional(),
    bountyTxHash: TxHash.optional(),
    bountyAmount: Amount.optional(),
    bountyCurrency: Label.optional(),
  })
  .meta({ id: 'CreateMission' })

const CODE_HOST_PATH = /\/(commit\/[0-9a-fA-F]{7,64}|pull\/\d+)$/

export const SubmitProof = z
  .object({
    kind: z.enum(PROOF_KINDS),
    url: PublicUrl,
    txHash: TxHash.optional(),
    chainId: ChainId.optional(),
    note: LongText.meta({ description: 'What was done, in the contributor’s words.' }),
  })
  .check((context) => {
    const proof = context.value
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [field], input: proof })
    if (proof.kind === 'CodeHost' && !CODE_HOST_PATH.test(new URL(proof.url).pathname)) {
      refuse('url', 'The path of a CodeHost URL must end in /commit/<7–64 hex digits> or /pull/<number>.')
    }
    if (proof.kind === 'Transaction' && proof.txHash === undefined)
      refuse('txHash', 'A Transaction proof needs txHash.')
    if (proof.kind === 'Transaction' && proof.chainId === undefined)
      refuse('chainId', 'A Transaction proof needs chainId.')
  })
  .meta({ id: 'SubmitProof' })

export const ReviewVerdictWord = z.enum(['approve', 'reject', 'request-changes'])
export const ReviewProof = z.object({ verdict: ReviewVerdictWord, reason: Reason }).meta({ id: 'ReviewProof' })

export const CompleteMission = z
  .object({ outcome: z.enum(['completed', 'failed', 'abandoned']), statement: LongText })
  .meta({ id: 'CompleteMission' })

export const RecordPayment = z.object({ chainId: ChainId, txHash: TxHash }).meta({ id: 'RecordPayment' })

export const MissionQuery = PageQuery.extend({
  state: z.enum(MISSION_STATES, { error: 'This parameter must be a mission state.' }).optional(),
  owner: Address.optional(),
  contributor: Address.optional(),
  q: TitleSearch.optional(),
})

export const CheckView = z
  .object({
    status: z.enum(['not-applicable', 'unavailable', 'pending', 'confirmed', 'failed', 'not-found']),
    chainId: z.string().nullable(),
    txHash: z.string().nullable(),
    blockNumber: z.string().nullable(),
    from: z.string().nullable().meta({ description: 'Who signed and sent it.' }),
    to: z.string().nullable().meta({ description: 'Whom it paid: the recipient of tokens where it moved tokens.' }),
    value: z.string().nullable().meta({
      description:
        'What moved, in whole units: `0.25` of the chain’s coin, or `12.5 0x…` of the token with that contract; `0` when it failed.',
    }),
    checkedAt: Timestamp.nullable().meta({ description: 'When a provider last answered; null until one did.' }),
  })
  .meta({ id: 'TransactionCheck', description: 'What the automatic check found. It is not a verification.' })

export const SignedReviewView = z
  .object({
    verdict: ReviewVerdictWord,
    reason: z.string(),
    verifier: Wallet,
    message: z.string().meta({ description: 'The exact text that was signed with `personal_sign`.' }),
    signature: z.string(),
    signedAt: Timestamp,
  })
  .meta({ id: 'SignedReview' })

export const FileView = z
  .object({
    id: Id,
    proofId: Id.nullable(),
    contentType: z.string(),
    bytes: z.int(),
    sha256: Sha256,
    uploadedBy: Wallet,
    uploadedAt: Timestamp,
    erased: z.literal(true).optional().meta({ description: 'Only where its bytes were erased by law.' }),
  })
  .meta({ id: 'EvidenceFile' })

/** What of a proof's files is a part of what a verifier signs. */
export const FileSums = z.array(Sha256).meta({
  description: 'The SHA-256 sums of all its files, sorted, as a review signs them; of files that a moderator hid too.',
})

export const MilestoneView = z
  .object({
    id: Id,
    position: z.int().positive(),
    title: z.string(),
    amount: z.string().nullable(),
    required: z.boolean(),
    status: z.enum(['Pending', 'Delivered', 'Cancelled']),
    verified: z.boolean().meta({ description: "True only by a verifier's signed approval." }),
  })
  .meta({ id: 'Milestone' })

export const ProofView = z
  .object({
    id: Id,
    missionId: Id,
    milestoneId: Id,
    kind: z.enum(PROOF_KINDS),
    url: z.string(),
    txHash: z.string().nullable(),
    chainId: z.string().nullable(),
    note: z.string(),
    status: z.enum(PROOF_STATUSES),
    submittedBy: Wallet,
    submittedAt: Timestamp,
    check: CheckView,
    reviews: z.array(SignedReviewView),
    files: z.array(FileView),
    fileSums: FileSums,
  })
  .meta({ id: 'Proof' })

const ChosenSide = SubmissionView.extend({ label: z.string() }).meta({ id: 'SourceSide' })

export const MissionView = z
  .object({
    id: Id,
    state: z.enum(MISSION_STATES),
    title: z.string(),
    summary: z.string(),
    deliverable: z.string().nullable(),
    definitionOfDone: z.string(),
    requiredProof: z.string(),
    rewardTerms: z.string().nullable(),
    approvalRule: z.literal(APPROVAL_RULE),
    deadline: Day,
    owner: Wallet,
    contributorWallet: Wallet.nullable().meta({ description: 'Designated while `SEED`; the contributor afterwards.' }),
    source: z.object({
      challengeId: Id.nullable(),
      sourceUrl: z.string().nullable(),
      decisionUrl: z.string().nullable(),
      chosenSide: ChosenSide.nullable(),
      otherSide: ChosenSide.nullable(),
    }),
    milestones: z.array(MilestoneView),
    bounty: z
      .object({
        chainId: z.string().nullable(),
        txHash: z.string().nullable(),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
        check: CheckView,
      })
      .nullable()
      .meta({ description: 'Recorded, not held.' }),
    outcome: z.enum(OUTCOMES).nullable(),
    recordedBy: Wallet.nullable().meta({
      description: 'Who recorded the outcome: the owner, but for `expired`, which anybody may record.',
    }),
    receiptId: Id.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Mission' })

export const SEED_KINDS = ['milestone-verified', 'mission-completed', 'decision-verified', 'reversal'] as const

/** A line of the ledger of Seeds (docs/decisions.md#receipts-history-seeds). */
export const SeedEntryView = z
  .object({
    id: z.int().positive(),
    wallet: Wallet,
    amount: z.int(),
    kind: z.enum(SEED_KINDS),
    missionId: Id.nullable(),
    challengeId: Id.nullable(),
    proofId: Id.nullable(),
    reversesId: z.int().nullable(),
    evidenceHash: Sha256,
    createdAt: Timestamp,
  })
  .meta({ id: 'SeedEntry' })

export const MissionRecord = MissionView.extend({
  proofs: z.array(ProofView),
  files: z.array(FileView).meta({ description: 'Every evidence file, those of proofs too.' }),
  seeds: z.array(SeedEntryView),
  history: z.array(HistoryEventView),
}).meta({ id: 'MissionRecord' })

export type MissionView = z.infer<typeof MissionView>
export type MissionRecord = z.infer<typeof MissionRecord>
export type FileView = z.infer<typeof FileView>
export type ProofView = z.infer<typeof ProofView>
export type MilestoneView = z.infer<typeof MilestoneView>
export type SeedEntryView = z.infer<typeof SeedEntryView>
export type CheckView = z.infer<typeof CheckView>
