import type { Caller } from '@/lib/context'
import { adminWallets, verifierWallets } from '@/lib/env'
import type { Label } from '@/lib/machine/labels'

/** What the allowlists say of a wallet, as they are read now. */
export interface Roles {
  readonly isVerifier: boolean
  readonly isAdmin: boolean
}

export const ROLE_LABELS = {
  verifier: { word: 'Verifier of this service', tone: 'done', mark: 'seal' },
  moderator: { word: 'Moderator of this service', tone: 'done', mark: 'hand' },
} as const satisfies Readonly<Record<string, Label>>

/** A wallet with its roles as the environment lists them now; they are never stored in a session (docs/decisions.md#sign-in-sessions-roles). */
export function callerOf(wallet: string): Caller {
  return { wallet, isVerifier: verifierWallets().includes(wallet), isAdmin: adminWallets().includes(wallet) }
}

/** A wallet that is listed twice has its role once. */
const each = (wallets: readonly string[]): string[] => [...new Set(wallets)]

/** Who is on the allowlists now. */
export const rolesNow = () => ({ verifiers: each(verifierWallets()), moderators: each(adminWallets()) })

/** The body of `GET /api/roles`. */
export function rolesBody(): string {
  return JSON.stringify({ roles: rolesNow() })
}
