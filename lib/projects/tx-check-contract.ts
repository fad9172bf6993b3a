import { z } from 'zod'
import { CheckView } from '@/lib/chain/schemas'
import { write } from '@/lib/contract/endpoint'

export const recheckTransaction = write({
  operationId: 'recheckTransaction',
  path: '/api/projects/{id}/tx-checks',
  tag: 'Earlier interface',
  access: 'wallet',
  limit: 'onchain',
  summary: 'Run the automatic onchain check of a funding record or an item of evidence again.',
  description:
    'It tells what the chain says of the transaction, and is never a verification. Where no provider answers, what was found before stands with its moment.',
  body: z
    .object({
      recordType: z.enum(['funding', 'evidence'], { error: 'This field must be "funding" or "evidence".' }),
      // A text that is no UUID names no record and gives 404, as in a path.
      recordId: z
        .string({ error: 'This field must be the id of a record.' })
        .meta({ format: 'uuid', description: 'The id of the funding record or the item of evidence.' }),
    })
    .meta({ id: 'RecheckTransaction' }),
  returns: z.object({ check: CheckView }),
  errors: ['not_found', 'expired', 'conflict'],
  example: { recordType: 'funding', recordId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' },
})
