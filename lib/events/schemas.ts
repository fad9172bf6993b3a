import { z } from 'zod'
import { Address, Id } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { HistoryEventView } from '@/lib/history/schemas'

const RecordType = z.enum(['challenge', 'mission'])

const Cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'This parameter must be a cursor that an answer gave, or `now`.')
  .meta({
    description:
      'Where to go on: a cursor that an answer gave, or `now` for what is still to come. Without it: from the first event on.',
  })

export const EventFilter = z.object({
  since: Cursor.optional(),
  recordType: RecordType.optional().meta({ description: 'Of challenges or of missions only.' }),
  recordId: Id.toLowerCase().optional().meta({ description: 'Of one record only.' }),
  wallet: Address.optional().meta({ description: 'Of what one wallet did only.' }),
})
export type EventFilter = z.output<typeof EventFilter>

export const EventQuery = EventFilter.extend({ limit: PageQuery.shape.limit })
export type EventQuery = z.output<typeof EventQuery>

/** An event of any record, with its cursor in the order of all events. */
export const EventView = z
  .object({
    cursor: z.string().meta({ description: 'To go on after this event.' }),
    recordType: RecordType,
    recordId: Id,
    ...HistoryEventView.shape,
  })
  .meta({ id: 'Event', description: 'An event of a record’s history, and which record that is.' })
export type EventView = z.infer<typeof EventView>
