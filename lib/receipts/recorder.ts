import type { HistoryEventView } from '@/lib/history/schemas'
import { EXPIRED_STATEMENT } from '@/lib/missions/states'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** Whose words a receipt's statement is. */
export interface Byline {
  /** Null where nothing at hand names the wallet that recorded the outcome. */
  readonly wallet: string | null
  /** Before the wallet's address: no words are shown as the owner's that are not. */
  readonly words: string
}

type Stated = Pick<ReceiptView, 'outcome' | 'statement' | 'recordedBy'> & { readonly owner: string }

/**
 * Who recorded an outcome. A receipt that was issued before it named that wallet is the owner's, because only the owner could
 * record anything but `expired`.
 * @param known the wallet as something beside the receipt tells it.
 */
export function bylineOf({ outcome, statement, recordedBy, owner }: Stated, known: string | null = null): Byline {
  const wallet = recordedBy ?? known ?? (outcome === 'expired' ? null : owner)
  if (wallet === owner) return { wallet, words: 'The owner’s statement' }
  if (wallet === null) return { wallet, words: 'The statement of whoever recorded the outcome, whom it does not name' }
  if (statement === EXPIRED_STATEMENT)
    return { wallet, words: 'The service’s own sentence. The outcome was recorded by a wallet that is not the owner’s' }
  return { wallet, words: 'The statement of a wallet that is not the owner’s' }
}

/** The byline of a receipt. @param events the mission's history, where it is at hand. */
export function bylineOfReceipt(receipt: ReceiptView, events: readonly HistoryEventView[] = []): Byline {
  const recorded = events.find(({ hash }) => hash === receipt.historyHead)
  return bylineOf({ ...receipt, owner: receipt.terms.owner }, recorded?.actor ?? null)
}
