import { EXPIRED_STATEMENT } from '@/lib/missions/states'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** What `EXPIRED_STATEMENT` is called wherever it stands beside the wallet that recorded the outcome. */
export const SERVICE_SENTENCE = 'The service’s own sentence'

/** The author of a receipt's statement. */
export interface Byline {
  /** The wallet that recorded the outcome; null if unknown. */
  readonly wallet: string | null
  /** Shown before the wallet's address. It attributes to the owner only the owner's own words. */
  readonly words: string
}

type Stated = Pick<ReceiptView, 'outcome' | 'statement' | 'recordedBy'> & { readonly owner: string }

/**
 * Who recorded an outcome. Older receipts do not name the wallet; then it was the owner, unless the outcome is `expired`.
 * @param known the wallet from another source than the receipt.
 */
export function bylineOf({ outcome, statement, recordedBy, owner }: Stated, known: string | null = null): Byline {
  const wallet = recordedBy ?? known ?? (outcome === 'expired' ? null : owner)
  if (wallet === owner) return { wallet, words: 'The owner’s statement' }
  if (wallet === null) return { wallet, words: 'The statement of whoever recorded the outcome, whom it does not name' }
  if (statement === EXPIRED_STATEMENT)
    return { wallet, words: `${SERVICE_SENTENCE}. The outcome was recorded by a wallet that is not the owner’s` }
  return { wallet, words: 'The statement of a wallet that is not the owner’s' }
}
