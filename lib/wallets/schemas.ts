import { z } from 'zod'
import { ChallengeView } from '@/lib/challenges/schemas'
import { Id, Side, Timestamp, Wallet } from '@/lib/contract/fields'
import { MissionView } from '@/lib/missions/schemas'
import { MuseLinkView } from '@/lib/muses/schemas'
import { ReceiptSummary } from '@/lib/receipts/schemas'
import { SignedItem } from '@/lib/review/schemas'
import { LedgerEntryView } from '@/lib/seeds/schemas'

/** A response link that a wallet recorded, and its challenge. */
export const RecordedLink = z
  .object({
    id: Id,
    challengeId: Id,
    title: z.string().meta({ description: 'Of the challenge.' }),
    side: Side,
    url: z.string(),
    submittedAt: Timestamp,
    proposalId: Id.nullable(),
  })
  .meta({ id: 'RecordedLink' })
export type RecordedLink = z.infer<typeof RecordedLink>

/** The newest entries of a list, and the path of the rest. */
const newest = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The path of the list that goes on with the next ones; null where these are all.' }),
  })

/** Everything about a wallet, with the newest entries of each list (docs/decisions.md#reads). */
export const WalletView = z
  .object({
    address: Wallet,
    roles: z.object({ isVerifier: z.boolean(), isAdmin: z.boolean() }),
    seeds: newest(LedgerEntryView).extend({ balance: z.int().nonnegative() }),
    muse: MuseLinkView.nullable().meta({ description: 'The link that is active.' }),
    ownChallenges: newest(ChallengeView),
    ownMissions: newest(MissionView),
    contributedMissions: newest(MissionView),
    recordedLinks: newest(RecordedLink),
    reviews: newest(SignedItem),
    ownReceipts: newest(ReceiptSummary),
    contributedReceipts: newest(ReceiptSummary),
  })
  .meta({ id: 'WalletProfile' })
export type WalletView = z.infer<typeof WalletView>
