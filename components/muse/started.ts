import type { z } from 'zod'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import type { MuseLinkStarted } from '@/lib/muses/schemas'

/** A link that was begun, as it is kept in this browser: whoever goes to sign elsewhere may come back to a new page. */
export interface Begun {
  readonly museId: string
  readonly nonce: string
  /** The text to sign; empty where the Muse posts a line. */
  readonly message: string
  /** The line to post; empty where the Muse signs. */
  readonly code: string
  /** When it runs out, by this browser's clock, which may be wrong by more than it lasts. */
  readonly endsAt: number
}

export const NOT_BEGUN: Begun = { museId: '', nonce: '', message: '', code: '', endsAt: 0 }

export const begunFrom = ({ museId, nonce, message, code }: z.infer<typeof MuseLinkStarted>): Begun => ({
  museId,
  nonce,
  message: message ?? '',
  code: code ?? '',
  endsAt: Date.now() + NONCE_TTL_MS,
})

export const methodOf = ({ code }: Begun) => (code === '' ? 'ed25519-challenge' : 'signed-post')
