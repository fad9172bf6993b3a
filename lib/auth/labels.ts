import type { Label } from '@/lib/machine/labels'

/** What the allowlists say of a wallet, as they are read now. */
export interface Roles {
  readonly isVerifier: boolean
  readonly isAdmin: boolean
}

/** The roles that the service's own lists give. */
export const ROLE_LABELS = {
  verifier: { word: 'Verifier of this service', tone: 'done', mark: 'seal' },
  moderator: { word: 'Moderator of this service', tone: 'done', mark: 'hand' },
} as const satisfies Readonly<Record<string, Label>>
