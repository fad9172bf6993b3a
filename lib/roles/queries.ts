import { adminWallets, verifierWallets } from '@/lib/env'

/** A wallet that is listed twice has its role once. */
const each = (wallets: readonly string[]) => [...new Set(wallets)]

/** The body of `GET /api/roles`. */
export function rolesBody(): string {
  return JSON.stringify({ roles: { verifiers: each(verifierWallets()), moderators: each(adminWallets()) } })
}
