import { z } from 'zod'
import { jcsHash } from '@/lib/history/jcs'
import type { HistoryEventView } from '@/lib/history/schemas'

/** The head of a record's history: the last event's position, hash and time. */
export const HistoryHead = z.object({ historySeq: z.int(), historyHead: z.string(), historyAt: z.date() })
export type HistoryHead = Readonly<z.infer<typeof HistoryHead>>

/** An event that has no position in the chain yet. */
export interface NewEvent {
  readonly kind: string
  readonly actor: string | null
  readonly from?: string | null
  readonly to?: string | null
  readonly data?: Record<string, unknown>
}

/**
 * Appends an event to a record's chain: `hash` is the SHA-256 of the RFC 8785 form of the event without `hash`
 * (docs/decisions.md#receipts-history-seeds).
 * @param head null for the first event of a record.
 */
export function chainEvent(
  head: Pick<HistoryHead, 'historySeq' | 'historyHead'> | null,
  newEvent: NewEvent,
  at: Date,
): HistoryEventView {
  const event = {
    seq: (head?.historySeq ?? 0) + 1,
    kind: newEvent.kind,
    actor: newEvent.actor,
    at: at.toISOString(),
    from: newEvent.from ?? null,
    to: newEvent.to ?? null,
    data: newEvent.data ?? {},
    prevHash: head?.historyHead ?? null,
  }
  return { ...event, hash: jcsHash(event) }
}
