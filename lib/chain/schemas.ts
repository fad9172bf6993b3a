import { z } from 'zod'
import { Timestamp } from '@/lib/contract/fields'

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

export const PaymentCheckView = CheckView.extend({
  paysContributor: z.boolean().nullable().meta({
    description:
      'Whether it paid the contributor: coin sent straight to them, or ERC-20 tokens that reached them, whatever those are worth. Null while that is unknown, and where a contract may have passed coin on, which leaves no log.',
  }),
}).meta({ id: 'PaymentCheck', description: 'What the automatic check of a payment found. It is not a verification.' })

export type CheckView = z.infer<typeof CheckView>
export type PaymentCheckView = z.infer<typeof PaymentCheckView>
