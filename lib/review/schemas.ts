import { z } from 'zod'
import { CheckView } from '@/lib/chain/schemas'
import { EligibleVerifiers, Id, Side, Timestamp, Wallet } from '@/lib/contract/fields'
import { FileSums, FileView } from '@/lib/evidence/schemas'
import { PROOF_KINDS, ReviewVerdictWord } from '@/lib/missions/schemas'

/** A decision or proof that awaits a verifier's signature (docs/decisions.md#reads). */
export const QueuedView = z
  .object({
    kind: z.enum(['decision', 'proof']),
    id: Id.meta({ description: 'Of the decision or proof.' }),
    recordId: Id.meta({ description: 'The challenge or mission that it belongs to.' }),
    title: z.string().meta({ description: 'Of the challenge or mission.' }),
    waitingSince: Timestamp,
    conflict: z.string().nullable().meta({
      description: 'Why the wallet that asks may not judge it; null where it may, and where nobody is signed in.',
    }),
    eligibleVerifiers: EligibleVerifiers,
  })
  .meta({ id: 'QueuedItem' })
export type QueuedView = z.infer<typeof QueuedView>

// The items as the queue's page shows them.

const ShownSide = z.object({ label: z.string(), url: z.string().nullable() })

export const WaitingDecision = z.object({
  kind: z.literal('decision'),
  id: Id,
  challengeId: Id,
  title: z.string(),
  prompt: z.string(),
  owner: Wallet,
  side: Side,
  sides: z.object({ A: ShownSide, B: ShownSide }),
  decisionUrl: z.string(),
  explanation: z.string(),
  late: z.boolean(),
  submittedAt: Timestamp,
})
export type WaitingDecision = z.infer<typeof WaitingDecision>

/** A proof that awaits review, with the criteria to judge it by. */
export const WaitingProof = z.object({
  kind: z.literal('proof'),
  id: Id,
  missionId: Id,
  title: z.string(),
  owner: Wallet,
  contributorWallet: Wallet.nullable(),
  submittedBy: Wallet,
  milestone: z.object({ id: Id, title: z.string(), required: z.boolean() }),
  /** 1 for the first proof of its milestone. */
  attempt: z.int(),
  requiredProof: z.string(),
  definitionOfDone: z.string(),
  deliverable: z.string().nullable(),
  proofKind: z.enum(PROOF_KINDS),
  url: z.string(),
  txHash: z.string().nullable(),
  chainId: z.string().nullable(),
  note: z.string(),
  late: z.boolean(),
  check: CheckView,
  /** The files that the signature also covers, without hidden ones. */
  files: z.array(FileView),
  fileSums: FileSums,
  submittedAt: Timestamp,
})
export type WaitingProof = z.infer<typeof WaitingProof>

export type WaitingItem = WaitingDecision | WaitingProof

/** A signed verdict with the record it is about. */
export const SignedItem = z
  .object({
    id: Id,
    kind: z.enum(['decision', 'proof', 'project']),
    recordId: Id.meta({ description: 'The challenge or mission.' }),
    title: z.string(),
    detail: z.string().nullable().meta({
      description: "The milestone's title, or the side that was recorded; null for a project as a whole.",
    }),
    verdict: ReviewVerdictWord,
    words: z.string(),
    verifier: Wallet,
    signedAt: Timestamp,
  })
  .meta({ id: 'SignedItem' })
export type SignedItem = z.infer<typeof SignedItem>

const FOLDERS = { decision: 'challenges', proof: 'missions', project: 'missions' } as const

export const recordHref = ({ kind, recordId }: Pick<SignedItem, 'kind' | 'recordId'>) =>
  `/${FOLDERS[kind]}/${recordId}` as const
