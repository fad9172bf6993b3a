import { z } from 'zod'
import { Timestamp, Wallet } from '@/lib/contract/fields'

/** The signed-in wallet with its roles as they are now. */
export const SessionView = z
  .object({ address: Wallet, isAdmin: z.boolean(), isVerifier: z.boolean(), expiresAt: Timestamp })
  .meta({ id: 'Session' })

export type SessionView = z.infer<typeof SessionView>
