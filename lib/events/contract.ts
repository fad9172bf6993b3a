import { z } from 'zod'
import { read, stream } from '@/lib/contract/endpoint'
import { EVENT_HEARTBEAT_MS, EVENT_STREAMS_MAX, EVENT_STREAMS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import { EventFilter, EventQuery, EventView } from '@/lib/events/schemas'

export const listEvents = read({
  operationId: 'listEvents',
  path: '/api/v1/events',
  tag: 'Events',
  access: 'public',
  summary: 'List the events of all records in one order, oldest first.',
  description:
    'The order never changes and never gets an event before one that was told: whoever goes on from `nextCursor` sees every event once, whatever was being written meanwhile. `nextCursor` is never null; where `hasMore` is false, ask again later. An event of what a moderator hid is told without its data. Where the operator went back to a backup, go on from the cursor that the operator tells: a later one from before would skip events.',
  query: EventQuery,
  returns: z.object({
    events: z.array(EventView),
    nextCursor: z.string().meta({ description: 'Go on from here, now or later.' }),
    hasMore: z.boolean().meta({ description: 'Whether there are events after these already.' }),
  }),
})

export const streamEvents = stream({
  operationId: 'streamEvents',
  path: '/api/v1/events/stream',
  tag: 'Events',
  access: 'public',
  summary: 'The same events as Server-Sent Events, as they happen.',
  description: `Each message is one event: its type is \`event\` (\`addEventListener('event', …)\` of an \`EventSource\`), \`id\` its cursor, \`data\` its JSON. After a lost connection \`Last-Event-ID\`, which browsers send by themselves, goes on where it ended, and is preferred to \`since\`. A comment comes every ${EVENT_HEARTBEAT_MS / 1000} seconds. Each process holds ${EVENT_STREAMS_MAX} streams at most, ${EVENT_STREAMS_PER_NETWORK_MAX} of one network; beyond that it answers 429. A client that does not read is cut off, and goes on later.`,
  query: EventFilter,
  returns: EventView,
  errors: ['rate_limited'],
})
