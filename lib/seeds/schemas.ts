import { z } from 'zod'
import { Id, NextCursor, Sha256, Timestamp, Wallet } from '@/lib/contract/fields'

export const SEED_KINDS = ['milestone-verified', 'mission-completed', 'decision-verified', 'reversal'] as const

/** An entry of the ledger of Seeds (docs/decisions.md#receipts-history-seeds). */
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

/** An entry in responses, where a reversal has its reason. Receipts hold entries without it, because they never change. */
export const LedgerEntryView = SeedEntryView.extend({
  reason: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Of a `reversal` alone: the moderator’s words for hiding what had earned it.' }),
}).meta({ id: 'LedgerEntry' })

export const WalletSeedsView = z
  .object({
    wallet: Wallet,
    balance: z.int().nonnegative().meta({ description: 'The sum of every entry, reversals included.' }),
    entries: z.array(LedgerEntryView),
    nextCursor: NextCursor,
  })
  .meta({ id: 'WalletSeeds' })

export type SeedEntryView = z.infer<typeof SeedEntryView>
export type LedgerEntryView = z.infer<typeof LedgerEntryView>
export type WalletSeedsView = z.infer<typeof WalletSeedsView>
