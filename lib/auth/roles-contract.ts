import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { Wallet } from '@/lib/contract/fields'

export const listRoles = read({
  operationId: 'listRoles',
  path: '/api/roles',
  tag: 'Earlier interface',
  access: 'public',
  summary: 'The allowlisted wallets: who verifies, and who moderates.',
  description: 'As they are now; what was signed by a wallet stands, whatever roles it has later.',
  returns: z.object({
    roles: z
      .object({
        verifiers: z.array(Wallet).meta({ description: 'They sign decisions, reviews and verifications.' }),
        moderators: z.array(Wallet).meta({ description: 'They hide and restore records, and approve posts.' }),
      })
      .meta({ id: 'Roles' }),
  }),
})
