import type { Caller } from '@/lib/context'
import { adminWallets, verifierWallets } from '@/lib/env'
import type { Label } from '@/lib/machine/labels'

/** The roles of a wallet by the current allowlists. */
export interface Roles {
  readonly isVerifier: boolean
  readonly isAdmin: boolean
}

export const ROLE_LABELS = {
  verifier: { word: 'Verifier of this service', tone: 'done', mark: 'seal' },
  moderator: { word: 'Moderator of this service', tone: 'done', mark: 'hand' },
} as const satisfies Readonly<Record<string, Label>>

/**
 * A wallet with its current roles in the environment. Roles are never stored in a session
 * (docs/decisions.md#sign-in-sessions-roles).
 */
export function callerOf(wallet: string): Caller {
  return { wallet, isVerifier: verifierWallets().includes(wallet), isAdmin: adminWallets().includes(wallet) }
}

/** Removes duplicates: an allowlist may name a wallet twice. */
const each = (wallets: readonly string[]): string[] => [...new Set(wallets)]

/** The wallets on the current allowlists. */
export const rolesNow = () => ({ verifiers: each(verifierWallets()), moderators: each(adminWallets()) })

/** The body of `GET /api/roles`. */
export function rolesBody(): string {
  return JSON.stringify({ roles: rolesNow() })
}
