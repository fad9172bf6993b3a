import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_STREAMS_MAX, EVENT_STREAMS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import { type EventStream, openEvents } from '@/tests/support/event-stream'
import { openProxiedFront } from '@/tests/support/proxied-front'
import { openSession } from '@/tests/support/session'
import { draftChallenge } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

// What a newcomer finds where a few networks have all streams.

let world: World
let front: Awaited<ReturnType<typeof openProxiedFront>>
beforeAll(async () => {
  world = await openWorld()
  front = await openProxiedFront()
})
afterAll(async () => {
  await front.close()
  await world.close()
})

const open = (address: string, lastEventId?: string): Promise<EventStream> =>
  openEvents(front.base, '?since=now', {
    headers: { 'x-forwarded-for': address },
    ...(lastEventId ? { lastEventId } : {}),
  })

test('a newcomer gets a stream of the network that has most, and the reader who lost it goes on without a gap', async () => {
  const networks = EVENT_STREAMS_MAX / EVENT_STREAMS_PER_NETWORK_MAX
  const taken: EventStream[] = []
  for (let network = 1; network <= networks; network++)
    for (let opened = 0; opened < EVENT_STREAMS_PER_NETWORK_MAX; opened++)
      taken.push(await open(`203.0.113.${network}`))
  expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([200]))
  const [first, ...others] = taken
  const lastEventId = await first?.position()

  const newcomer = await open('198.51.100.1')
  expect(newcomer.status).toBe(200)
  expect(await first?.ended()).toBe(true)
  const { id } = await draftChallenge(await openSession(world.base, world.sql))
  expect((await newcomer.next()).data.recordId).toBe(id)
  // It would take it from one that has as many as it would have then.
  expect((await open('203.0.113.1', lastEventId)).status).toBe(429)

  others.at(-1)?.close()
  let again = await open('203.0.113.1', lastEventId)
  await until(async () => {
    if (again.status !== 200) again = await open('203.0.113.1', lastEventId)
    return again.status === 200
  }, 'the closed stream has left its place')
  expect((await again.next()).data.recordId).toBe(id)
  for (const stream of [again, newcomer, ...others]) stream.close()
})
