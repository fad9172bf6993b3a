import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ClientSettings } from '@/client/src/api'
import {
  answer,
  drop,
  type MisbehavingService,
  misbehavingService,
  notingClient,
  refuse,
  stream,
  type Treatment,
} from '@/tests/support/misbehaving-service'

// The client's stream of events against a server that cuts it, says nothing, or refuses.

let service: MisbehavingService
let waits: number[]
beforeAll(async () => {
  service = await misbehavingService()
})
beforeEach(() => {
  waits = []
})
afterAll(() => service.close())

const client = (settings?: ClientSettings) => notingClient(service, waits, settings)

const GREETING = 'retry: 1234\n: connected\n\n'
const event = (seq: number) => `id: c${seq}\nevent: event\ndata: ${JSON.stringify({ seq })}\n\n`
const resumedAt = () => service.requests.map(({ url }) => new URL(url, service.base).searchParams.get('since'))

type Events = AsyncIterable<{ readonly seq: number }>

/** The numbers of the first so many events. */
async function firstOf(count: number, events: Events): Promise<number[]> {
  const seen: number[] = []
  for await (const { seq } of events) if (seen.push(seq) === count) break
  return seen
}

test('a stream that is cut goes on after the last whole event: none is missing, none comes twice', async () => {
  service.treat(
    stream([GREETING, event(1), event(2), event(3).slice(0, -2)]),
    stream([GREETING, event(3), 'id: c4\nda'], 'end'),
    drop,
    stream([]),
    stream([event(4), ': still here\n\n', event(5)], 'hang'),
  )
  expect(await firstOf(5, client().streamEvents())).toEqual([1, 2, 3, 4, 5])
  expect(resumedAt()).toEqual([null, 'c2', 'c3', 'c3', 'c3'])
})

test('it comes back after as long as the service says', async () => {
  service.treat(stream([GREETING, event(1)]), stream([event(2)], 'hang'))
  await firstOf(2, client().streamEvents())
  expect(waits).toEqual([1_234])
})

test('it is read as its standard says, however it is cut into pieces', async () => {
  const text = `\r\n: comment\r\nid: c1\r\ndata: {"seq": 1,\r\ndata:"words": "für 🌱"}\r\n\r\n${event(2)}`
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte))
  service.treat(stream(bytes, 'hang'))
  const events: object[] = []
  for await (const one of client().streamEvents()) if (events.push(one) === 2) break
  expect(events).toEqual([{ seq: 1, words: 'für 🌱' }, { seq: 2 }])
})

test('from now on means from a place that is known, also when the first connection brings nothing', async () => {
  const place = answer(200, { events: [], nextCursor: 'here', hasMore: false })
  service.treat(place, stream([GREETING]), stream([event(9)], 'hang'))
  expect(await firstOf(1, client().streamEvents({ query: { since: 'now', wallet: '0xA' } }))).toEqual([9])
  expect(service.requests.map(({ url }) => url)).toEqual([
    '/api/v1/events?since=now&wallet=0xA&limit=1',
    '/api/v1/events/stream?since=here&wallet=0xA',
    '/api/v1/events/stream?since=here&wallet=0xA',
  ])
})

test('an event that comes while the place is asked for is told, and the place is asked for as long as it takes', async () => {
  const place = answer(200, { events: [{ seq: 7 }], nextCursor: 'c7', hasMore: false })
  service.treat(drop, refuse(503, 'unavailable'), drop, drop, place, stream([GREETING, event(8)], 'hang'))
  expect(await firstOf(2, client().streamEvents({ query: { since: 'now' } }))).toEqual([7, 8])
  expect(resumedAt()).toEqual([...Array.from({ length: 5 }, () => 'now'), 'c7'])
})

test('a connection that says nothing any more is opened anew', async () => {
  service.treat(stream([GREETING, event(1)], 'hang'), stream([event(2)], 'hang'))
  expect(await firstOf(2, client({ silenceMs: 2_000 }).streamEvents())).toEqual([1, 2])
  expect(resumedAt()).toEqual([null, 'c1'])
  await service.requests[0]?.closed
})

test('whoever leaves the loop closes the connection', async () => {
  service.treat(stream([event(1)], 'hang'))
  await firstOf(1, client().streamEvents())
  await service.requests[0]?.closed
  expect(service.requests).toHaveLength(1)
})

test('a service without a place for another stream is asked again, and heeded', async () => {
  service.treat(refuse(429, 'rate_limited', 5), refuse(503, 'unavailable'), stream([event(1)], 'hang'))
  expect(await firstOf(1, client().streamEvents())).toEqual([1])
  expect(waits[0]).toBe(5_000)
})

test('what is refused for good is told', async () => {
  service.treat(refuse(400, 'invalid_request'))
  await expect(firstOf(1, client().streamEvents({ query: { since: '!' } }))).rejects.toMatchObject({ status: 400 })
})

test('with a number of tries it gives up after so many in a row', async () => {
  service.treat(drop, stream([event(1)]), drop, drop, drop)
  const seen: number[] = []
  const follow = async () => {
    for await (const { seq } of client({ retries: 2 }).streamEvents() as Events) seen.push(seq)
  }
  await expect(follow()).rejects.toMatchObject({ code: 'network' })
  expect(seen).toEqual([1])
  expect(service.requests).toHaveLength(5)
})

test('a time limit of the caller ends it as a service that cannot be reached, in an outage and while it is connected', async () => {
  const follow = async (treatments: Treatment[]) => {
    service.treat(...treatments)
    for await (const _event of client().streamEvents({}, { signal: AbortSignal.timeout(50) }));
  }
  await expect(follow(Array.from({ length: 1_000 }, () => drop))).rejects.toMatchObject({ code: 'network' })
  await expect(follow([stream([event(1)], 'hang')])).rejects.toMatchObject({ code: 'network' })
})

test('the caller’s signal ends it, with the connection', async () => {
  const left = new AbortController()
  const reason = new Error('Enough.')
  service.treat(stream([event(1)], 'hang'))
  const follow = async () => {
    for await (const _event of client().streamEvents({}, { signal: left.signal })) left.abort(reason)
  }
  await expect(follow()).rejects.toBe(reason)
  await service.requests[0]?.closed
})
