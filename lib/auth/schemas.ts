import { z } from 'zod'
import { Id, Timestamp, Wallet } from '@/lib/contract/fields'

/** The signed-in wallet with its current roles. */
export const SessionView = z
  .object({ address: Wallet, isAdmin: z.boolean(), isVerifier: z.boolean(), expiresAt: Timestamp })
  .meta({ id: 'Session' })

export type SessionView = z.infer<typeof SessionView>

/** An open session of a wallet. It never contains the token or its hash. */
export const OpenSessionView = z
  .object({
    id: Id,
    delivery: z
      .enum(['cookie', 'bearer'])
      .meta({ description: '`cookie` for a browser, `bearer` for a token that a program holds.' }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  })
  .meta({ id: 'OpenSession' })

export type OpenSessionView = z.infer<typeof OpenSessionView>

/** The cookie that carries a session (docs/interface.md#authentication). */
export const SESSION_COOKIE = 'svc_session'
