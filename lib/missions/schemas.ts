import { z } from 'zod'
import { CheckView } from '@/lib/chain/schemas'
import { SubmissionView } from '@/lib/challenges/schemas'
import {
  Address,
  Amount,
  ChainId,
  Day,
  EligibleVerifiers,
  Id,
  Label,
  LongText,
  line,
  NONE_YET,
  POST_MEANING,
  PostUrl,
  PublicUrl,
  Reason,
  TITLE_CHARS_MAX,
  Timestamp,
  Title,
  TxHash,
  Wallet,
} from '@/lib/contract/fields'
import { MILESTONES_MAX } from '@/lib/contract/limits'
import { PageQuery, Sort, TitleSearch } from '@/lib/contract/list'
import { SIGNED_FIELDS } from '@/lib/contract/signed-step'
import { FileSums, FileView } from '@/lib/evidence/schemas'
import { historyFrom } from '@/lib/history/schemas'
import { MISSION_STATES, OUTCOMES } from '@/lib/missions/states'
import { LedgerEntryView } from '@/lib/seeds/schemas'

export const APPROVAL_RULE = 'Owner records the outcome'
export const PROOF_KINDS = ['Link', 'Transaction', 'CodeHost', 'Deliverable'] as const
export const PROOF_STATUSES = ['submitted', 'verified', 'changes-requested', 'rejected'] as const

/** A milestone in a request. At least one milestone of a mission is required (docs/decisions.md#wire). */
export const MilestoneInput = z
  .object({
    title: line(3, TITLE_CHARS_MAX),
    amount: Amount.optional(),
    required: z.boolean({ error: 'This field must be true or false.' }),
  })
  .meta({ id: 'MilestoneInput' })

const MilestoneInputs = z
  .array(MilestoneInput, { error: 'This field must be a list of milestones.' })
  .min(1, 'At least one milestone is needed.')
  .max(MILESTONES_MAX, `At most ${MILESTONES_MAX} milestones are possible.`)
  .refine(
    (milestones) => milestones.some((milestone) => milestone.required),
    'At least one milestone must be required.',
  )

export const CreateMission = z
  .object({
    sourceUrl: PostUrl.meta({ description: POST_MEANING }),
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

export const ConvertChallenge = z
  .object({
    deliverable: LongText,
    deadline: Day,
    rewardTerms: LongText,
    requiredProof: LongText,
    milestones: MilestoneInputs.optional(),
    contributorWallet: Address.optional().meta({ description: 'Designates the only wallet that may claim.' }),
  })
  .meta({ id: 'ConvertChallenge' })

export const MoveDeadline = z.object({ deadline: Day, reason: Reason }).meta({ id: 'MoveDeadline' })

export const ReleaseMission = z.object({ reason: Reason }).meta({ id: 'ReleaseMission' })

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
      refuse('url', 'The path of a source code URL (CodeHost) must end in /commit/<7–64 hex digits> or /pull/<number>.')
    }
    if (proof.kind === 'Transaction' && proof.txHash === undefined)
      refuse('txHash', 'A Transaction proof needs txHash.')
    if (proof.kind === 'Transaction' && proof.chainId === undefined)
      refuse('chainId', 'A Transaction proof needs chainId.')
  })
  .meta({ id: 'SubmitProof' })

export const ReviewVerdictWord = z.enum(['approve', 'reject', 'request-changes'])
export const ReviewProof = z.object({ verdict: ReviewVerdictWord, reason: Reason }).meta({ id: 'ReviewProof' })

export const MissionQuery = PageQuery.extend({
  state: z.enum(MISSION_STATES, { error: 'This parameter must be a mission state.' }).optional(),
  owner: Address.optional(),
  contributor: Address.optional(),
  contributed: Address.optional().meta({
    description: 'Like `contributor`, without missions for which the wallet is only designated.',
  }),
  q: TitleSearch.optional(),
  sort: Sort,
  needs: z
    .literal('contributor', { error: 'This parameter must be contributor.' })
    .optional()
    .meta({ description: 'Only missions that any wallet may claim.' }),
  bounty: z
    .literal('true', { error: 'This parameter must be true.' })
    .optional()
    .meta({ description: 'Only missions that name a bounty.' }),
})

export const SignedReviewView = z
  .object({ verdict: ReviewVerdictWord, reason: z.string(), ...SIGNED_FIELDS })
  .meta({ id: 'SignedReview' })

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
    late: z.boolean().meta({ description: 'Submitted after the day of the deadline, as it was then.' }),
    check: CheckView,
    reviews: z.array(SignedReviewView).meta(NONE_YET),
    files: z.array(FileView),
    fileSums: FileSums,
  })
  .meta({ id: 'Proof' })

const ChosenSide = SubmissionView.extend({ label: z.string() }).meta({ id: 'SourceSide' })

/** The terms that the views of a mission and of its receipt share. */
export const TERMS = {
  title: z.string(),
  summary: z.string(),
  deliverable: z.string().nullable(),
  definitionOfDone: z.string(),
  requiredProof: z.string(),
  rewardTerms: z.string().nullable(),
  approvalRule: z.literal(APPROVAL_RULE),
  deadline: Day,
  owner: Wallet,
}

export const Bounty = z.object({
  chainId: z.string().nullable(),
  txHash: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
})

export const MissionView = z
  .object({
    id: Id,
    state: z.enum(MISSION_STATES),
    ...TERMS,
    contributorWallet: Wallet.nullable().meta({
      description: 'Designated while `SEED`; the contributor from the claim on, until it is released.',
    }),
    source: z.object({
      challengeId: Id.nullable(),
      sourceUrl: z.string().nullable(),
      decisionUrl: z.string().nullable(),
      chosenSide: ChosenSide.nullable(),
      otherSide: ChosenSide.nullable(),
    }),
    milestones: z.array(MilestoneView),
    bounty: Bounty.extend({ check: CheckView }).nullable().meta({ description: 'Recorded, not held.' }),
    outcome: z.enum(OUTCOMES).nullable(),
    recordedBy: Wallet.nullable().meta({
      description: 'Who recorded the outcome: the owner, but for `expired`, which anybody may record.',
    }),
    receiptId: Id.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Mission' })

export const NextVerifiers = EligibleVerifiers.nullable().meta({
  description:
    'How many wallets of the allowlist may judge the proof that waits, or the next one; null once nothing is left to judge. A wallet for which the mission is reserved is not counted; any other verifier who claims it is one less.',
})

export const MissionRecord = MissionView.extend({
  proofs: z.array(ProofView).meta(NONE_YET),
  files: z.array(FileView).meta({ ...NONE_YET, description: 'Every evidence file, those of proofs too.' }),
  seeds: z.array(LedgerEntryView).meta(NONE_YET),
  history: historyFrom('mission-created', 'SEED'),
  eligibleVerifiers: NextVerifiers,
}).meta({ id: 'MissionRecord' })

export type MissionView = z.infer<typeof MissionView>
export type MissionRecord = z.infer<typeof MissionRecord>
export type ProofView = z.infer<typeof ProofView>
export type MilestoneInput = z.infer<typeof MilestoneInput>
export type MilestoneView = z.infer<typeof MilestoneView>
