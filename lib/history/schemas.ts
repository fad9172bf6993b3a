import { z } from 'zod'
import { Sha256, Timestamp, Wallet } from '@/lib/contract/fields'

/** One event of a record's audit history, chained by `prevHash` (docs/decisions.md#receipts-history-seeds). */
export const HistoryEventView = z
  .object({
    seq: z.int().positive().meta({ description: '1 for the first event of the record.' }),
    kind: z.string().meta({ example: 'decision-submitted' }),
    actor: Wallet.nullable().meta({ description: 'The wallet that acted; null where the service itself acts.' }),
    at: Timestamp,
    from: z.string().nullable().meta({ description: 'State before; null where the event moved none.' }),
    to: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
    prevHash: Sha256.nullable(),
    hash: Sha256.meta({ description: 'SHA-256 (hex) of the RFC 8785 form of this event without `hash`.' }),
    withheld: z.literal(true).optional().meta({
      description:
        'Only while what the event tells of is hidden by a moderator: then `data` is empty, and `hash` is that of the event with its data.',
    }),
  })
  .meta({ id: 'HistoryEvent' })

export type HistoryEventView = z.infer<typeof HistoryEventView>

/** The history of a record in its view; an example shows its first event. @param kind of that event, @param to the first state. */
export const historyFrom = (kind: string, to: string) =>
  z.array(HistoryEventView).meta({
    example: [
      {
        seq: 1,
        kind,
        actor: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        at: '2026-11-21T09:30:00.000Z',
        from: null,
        to,
        data: {},
        prevHash: null,
        hash: 'ab'.repeat(32),
      },
    ],
  })

/** A record's history as its own page shows it. */
export const ShownHistory = z.object({
  /** The newest events, oldest first. */
  history: z.array(HistoryEventView),
  /** The position of the last event, which is the number of events. */
  historySeq: z.int(),
  /** A letter for each of the newest events, see `growthOf`. */
  growth: z.string(),
  /** The state before the current one; null in the first state. */
  leftState: z.string().nullable(),
})
export type ShownHistory = z.infer<typeof ShownHistory>
