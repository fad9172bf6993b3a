import { z } from 'zod'
import { PaymentCheckView } from '@/lib/chain/schemas'
import { DecisionVerificationView, SubmissionView } from '@/lib/challenges/schemas'
import { Address, ChainId, Id, LongText, Sha256, Side, Timestamp, TxHash, Wallet } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { FileSums, FileView } from '@/lib/evidence/schemas'
import { Bounty, MilestoneView, ProofView, SignedReviewView, TERMS } from '@/lib/missions/schemas'
import { OUTCOMES } from '@/lib/missions/states'
import { SeedEntryView } from '@/lib/seeds/schemas'

export const CompleteMission = z
  .object({ outcome: z.enum(['completed', 'failed', 'abandoned']), statement: LongText })
  .meta({ id: 'CompleteMission' })

export const RecordPayment = z.object({ chainId: ChainId, txHash: TxHash }).meta({ id: 'RecordPayment' })

export const ReceiptQuery = PageQuery.extend({
  contributor: Address.optional(),
  owner: Address.optional(),
  outcome: z.enum(OUTCOMES, { error: 'This parameter must be an outcome.' }).optional(),
})

const PaymentView = z
  .object({
    id: Id,
    chainId: z.string(),
    txHash: z.string(),
    recordedBy: Wallet,
    recordedAt: Timestamp,
    check: PaymentCheckView,
  })
  .meta({ id: 'Payment', description: 'A direct transfer from sponsor to contributor, recorded and never held.' })

const LabelledSubmission = SubmissionView.extend({
  id: Id.optional().meta({ description: 'Absent in receipts that were issued before response links had ids.' }),
  label: z.string(),
}).nullable()

/** A receipt. Its content never changes; `payments` are not part of the hash (docs/decisions.md#receipts-history-seeds). */
export const ReceiptView = z
  .object({
    id: Id,
    missionId: Id,
    outcome: z.enum(OUTCOMES),
    statement: z.string().meta({
      description: "The owner's words. Where anybody else recorded that it expired, a sentence of the service's own.",
    }),
    recordedBy: Wallet.optional().meta({
      description: 'The wallet that recorded the outcome; absent from receipts that were issued before it was named.',
    }),
    terms: z.object({
      ...TERMS,
      contributorWallet: Wallet.nullable(),
      milestones: z.array(MilestoneView),
      bounty: Bounty.nullable(),
    }),
    discussion: z.object({
      challengeId: Id.nullable(),
      prompt: z.string().nullable(),
      sourceUrl: z.string().nullable(),
      decisionUrl: z.string().nullable(),
      chosenSide: Side.nullable(),
      explanation: z.string().nullable(),
      submissions: z.object({ A: LabelledSubmission, B: LabelledSubmission }).nullable(),
      withheld: z.literal(true).optional().meta({
        description:
          'Only where the mission came from a challenge that was hidden when the receipt was issued: the responses, the chosen side, the explanation and the signed decision are not in it. What the mission has of the challenge is.',
      }),
    }),
    decisionVerification: DecisionVerificationView.nullable(),
    evidence: z.array(
      z.object({
        proofId: Id,
        ...ProofView.omit({ id: true, missionId: true, reviews: true }).shape,
        fileSums: FileSums.optional(),
        late: ProofView.shape.late.optional(),
      }),
    ),
    files: z
      .array(FileView)
      .optional()
      .meta({ description: 'Evidence files that belong to no proof; absent where there are none.' }),
    verifierDecisions: z.array(SignedReviewView.extend({ proofId: Id })),
    seeds: z.array(SeedEntryView),
    historyHead: Sha256.meta({ description: 'Hash of the history event that recorded the outcome.' }),
    issuedAt: Timestamp,
    rulesHash: Sha256.optional().meta({
      description:
        'Of the rules that it was issued under, readable at `/api/v1/rules?hash=`; absent from receipts that were issued before it was named.',
    }),
    contentHash: Sha256.meta({
      description:
        'SHA-256 (hex) of the RFC 8785 form of the receipt without `contentHash`, `serviceSignature`, `payments`, `erased`.',
    }),
    serviceKey: z.string().meta({ description: 'Ed25519 public key, base64url.' }),
    serviceSignature: z.string().meta({ description: 'Ed25519 over the 32 bytes of `contentHash`, base64url.' }),
    erased: z
      .object({
        reason: z.string(),
        at: Timestamp,
        serviceKey: z.string(),
        contentHash: Sha256.meta({
          description:
            'SHA-256 (hex) of the RFC 8785 form of what is left: the receipt without `payments`, with `erased` but for this hash and its signature.',
        }),
        serviceSignature: z.string(),
      })
      .optional()
      .meta({
        description:
          'Only where content was erased by law, before the receipt was issued or since: what is gone reads `[erased: …]`, the outer hash and signature are those of the receipt as it was issued.',
      }),
    payments: z.array(PaymentView),
  })
  .meta({ id: 'Receipt' })

export type ReceiptView = z.infer<typeof ReceiptView>

/** A receipt in lists: a summary, and the hash of the whole. */
export const ReceiptSummary = z
  .object({
    ...ReceiptView.pick({ id: true, missionId: true, outcome: true, issuedAt: true, contentHash: true }).shape,
    ...ReceiptView.shape.terms.pick({ title: true, owner: true, contributorWallet: true }).shape,
  })
  .meta({ id: 'ReceiptSummary' })

export type ReceiptSummary = z.infer<typeof ReceiptSummary>
