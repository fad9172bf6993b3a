import { z } from 'zod'
import { NextCursor, Wallet } from '@/lib/contract/fields'
import { SeedEntryView } from '@/lib/missions/schemas'

export const WalletSeedsView = z
  .object({
    wallet: Wallet,
    balance: z.int().nonnegative().meta({ description: 'The sum of every entry, reversals included.' }),
    entries: z.array(SeedEntryView),
    nextCursor: NextCursor,
  })
  .meta({ id: 'WalletSeeds' })

export type WalletSeedsView = z.infer<typeof WalletSeedsView>
