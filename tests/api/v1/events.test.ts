import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EVENT_STREAMS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import { endFollowing, eventMessages } from '@/lib/events/tail'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { type EventStream, openEvents } from '@/tests/support/event-stream'
import { claimedMission, draftChallenge, openChallenge, provenMission, seedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, admin] = await Promise.all([world.wallet(), world.wallet(), world.admin()])
})
afterAll(() => world.close())

const opened: EventStream[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
async function stream(query = '', from?: { lastEventId: string }): Promise<EventStream> {
  const events = await openEvents(world.base, query, from)
  opened.push(events)
  return events
}

const page = async (query = ''): Promise<Json> => (await world.get(`/api/v1/events${query}`)).body
const now = async (): Promise<string> => (await page('?since=now')).nextCursor
/** Everything after a cursor, page by page. */
async function all(since: string, query = ''): Promise<Json[]> {
  const events: Json[] = []
  for (let body: Json = { nextCursor: since, hasMore: true }; body.hasMore; ) {
    body = await page(`?since=${body.nextCursor}&limit=2${query}`)
    events.push(...body.events)
  }
  return events
}
const told = (events: readonly Json[]) => events.map(({ recordId, seq, kind }) => ({ recordId, seq, kind }))
/** The events of a record as its own history tells them. */
async function historyOf(kind: 'challenges' | 'missions', id: string): Promise<Json[]> {
  const { body } = await world.get(`/api/v1/${kind}/${id}`)
  return (body.challenge ?? body.mission).history
}

test('a reader sees an acknowledged write also while another one is giving it its place', async () => {
  const since = await now()
  const other = await world.sql.connect()
  await other.query('BEGIN')
  const { id } = await seedMission(owner)
  // What the other reader takes is neither in the queue for those who look after it has ended, nor in the log before.
  await other.query('SELECT log_events(5000)')
  const asked = page(`?since=${since}`)
  await until(async () => {
    const { rows } = await world.sql.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
    return rows.length > 0
  }, 'the reader waits for the other one')
  await other.query('COMMIT')
  other.release()
  expect(told((await asked).events)).toEqual([{ recordId: id, seq: 1, kind: 'mission-created' }])
})

test('the events of all records stand in one list, with all that their histories tell', async () => {
  const since = await now()
  const challenge = await openChallenge(owner)
  const mission = await claimedMission(owner, contributor)
  const events = await all(since)
  const of = (id: string) => events.filter(({ recordId }) => recordId === id)
  expect(events.length).toBe(of(challenge.id).length + of(mission.id).length)
  for (const [type, id] of [
    ['challenge', challenge.id],
    ['mission', mission.id],
  ] as const) {
    expect(
      of(id).map(({ cursor: _cursor, recordType, recordId, ...event }) => ({ recordType, recordId, event })),
    ).toEqual((await historyOf(`${type}s`, id)).map((event) => ({ recordType: type, recordId: id, event })))
  }
  const [first, ...rest] = events
  expect(told(await all(first.cursor))).toEqual(told(rest))
})

test('a list that is read to its end goes on where it ended', async () => {
  const since = await now()
  expect(await page(`?since=${since}`)).toEqual({ events: [], nextCursor: since, hasMore: false })
  const { id } = await draftChallenge(await world.wallet())
  const body = await page(`?since=${since}`)
  expect(told(body.events)).toEqual([{ recordId: id, seq: 1, kind: 'challenge-created' }])
  expect(body.nextCursor).toBe(body.events[0].cursor)
})

test('a filter leaves the others out, and its cursor is behind all that it has looked at', async () => {
  const since = await now()
  const mission = await claimedMission(owner, contributor)
  const challenge = await draftChallenge(contributor)
  expect(told(await all(since, '&recordType=challenge'))).toEqual([
    { recordId: challenge.id, seq: 1, kind: 'challenge-created' },
  ])
  expect(told(await all(since, `&recordId=${mission.id}`)).map(({ seq }) => seq)).toEqual([1, 2])
  expect(told(await all(since, `&wallet=${contributor.address.toLowerCase()}`))).toEqual([
    { recordId: mission.id, seq: 2, kind: 'mission-claimed' },
    { recordId: challenge.id, seq: 1, kind: 'challenge-created' },
  ])
  const nothing = await page(`?since=${since}&wallet=${admin.address}`)
  expect(nothing).toEqual({ events: [], nextCursor: await now(), hasMore: false })
})

test.each(['since=%7F', 'since=abc', 'since=LTE', 'recordType=receipt', 'recordId=1', 'wallet=0x12', 'limit=0'])(
  '%s is refused and named',
  async (query) => {
    const reply = await world.get(`/api/v1/events?${query}`)
    expect([reply.status, reply.body.error.field]).toEqual([400, query.split('=')[0]])
  },
)

test('a cursor of a longer log goes on at the end of this one', async () => {
  const since = Buffer.from('900000000000000').toString('base64url')
  expect(await page(`?since=${since}`)).toEqual({ events: [], nextCursor: await now(), hasMore: false })
})

test('what a moderator hid is told without its data, while it is hidden', async () => {
  const since = await now()
  const { id } = await draftChallenge(await world.wallet(), { title: 'A secret in a title' })
  await done(hide(admin, 'challenge', id))
  const hidden = await all(since)
  expect(told(hidden).map(({ kind }) => kind)).toEqual(['challenge-created', 'record-hidden'])
  expect(hidden[0]).toMatchObject({ data: {}, withheld: true })
  expect(JSON.stringify(hidden)).not.toContain('secret')
  expect(hidden[1].data.reason).toBe('It leads to malware.')

  await done(restore(admin, 'challenge', id))
  const shown = await all(since)
  expect(shown.length).toBe(3)
  expect(shown[0]).toMatchObject({
    cursor: hidden[0].cursor,
    hash: hidden[0].hash,
    data: { title: 'A secret in a title' },
  })
  expect(shown[0].withheld).toBeUndefined()
})

test('a proof that is hidden is withheld from its event as from its mission’s history', async () => {
  const since = await now()
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  const [event] = (await all(since)).filter(({ kind }) => kind === 'proof-submitted')
  expect(event.recordId).toBe(mission.id)
  expect(event).toMatchObject({ kind: 'proof-submitted', data: {}, withheld: true })
})

test('a stream tells what happens after it was opened, each event as one message', async () => {
  const events = await stream('?since=now')
  expect([
    events.status,
    events.headers.get('content-type'),
    events.headers.get('access-control-allow-origin'),
  ]).toEqual([200, 'text/event-stream', '*'])
  const { id } = await draftChallenge(await world.wallet())
  const { id: next } = await seedMission(owner)
  const [first, second] = [await events.next(), await events.next()]
  expect(told([first.data, second.data])).toEqual([
    { recordId: id, seq: 1, kind: 'challenge-created' },
    { recordId: next, seq: 1, kind: 'mission-created' },
  ])
  expect([first.id, second.id]).toEqual([first.data.cursor, second.data.cursor])
  const listed = await all(first.id)
  expect(listed[0]).toEqual(second.data)
})

test('a stream that comes back goes on after the last message it had', async () => {
  const since = await now()
  const made = [await draftChallenge(await world.wallet()), await seedMission(owner), await draftChallenge(contributor)]
  const first = await stream(`?since=${since}`)
  const seen = await first.next()
  first.close()
  const again = await stream(`?since=${since}`, { lastEventId: seen.id })
  const ids = [seen.data.recordId, (await again.next()).data.recordId, (await again.next()).data.recordId]
  expect(ids).toEqual(made.map(({ id }) => id))
})

test('a stream tells only what its filter asks for, before it was opened and after', async () => {
  const since = await now()
  await seedMission(owner)
  const before = await draftChallenge(contributor)
  const events = await stream(`?since=${since}&recordType=challenge&wallet=${contributor.address}`)
  expect((await events.next()).data.recordId).toBe(before.id)
  await draftChallenge(await world.wallet())
  await seedMission(contributor)
  const after = await draftChallenge(contributor)
  expect((await events.next()).data.recordId).toBe(after.id)
})

test('a stream that comes back with a cursor of a longer log goes on at the end of this one, beside the others', async () => {
  const lastEventId = Buffer.from('900000000000000').toString('base64url')
  const comesBack = await stream('', { lastEventId })
  const beside = await stream('?since=now')
  const { id } = await draftChallenge(await world.wallet())
  for (const events of [comesBack, beside]) expect((await events.next()).data.recordId).toBe(id)
})

test('a record is followed by its id in either case', async () => {
  const { id } = await seedMission(owner)
  const events = await stream(`?recordId=${id.toUpperCase()}`)
  expect((await events.next()).data.recordId).toBe(id)
})

test('a stream from what is no cursor is refused as an error', async () => {
  const refused = await world.get('/api/v1/events/stream?since=abc')
  expect([refused.status, refused.body.error.field]).toEqual([400, 'since'])
})

test('a stream that is lost before its first event goes on from where it was opened', async () => {
  const first = await stream('?since=now')
  const lastEventId = await first.position()
  first.close()
  const { id } = await draftChallenge(await world.wallet())
  const again = await stream('?since=now', { lastEventId })
  expect((await again.next()).data.recordId).toBe(id)
})

test('what happens while a reader is busy with the event before comes next, without a wait', async () => {
  const gone = new AbortController()
  const messages = (await eventMessages({ since: 'now' }, null))(gone.signal)
  await messages.next()
  const first = messages.next()
  await draftChallenge(await world.wallet())
  expect((await first).value).toContain('challenge-created')
  const beside = await stream('?since=now')
  const { id } = await seedMission(owner)
  // The same poll has told it to both by now.
  expect((await beside.next()).data.recordId).toBe(id)
  expect((await messages.next()).value).toContain(id)
  gone.abort()
})

test('a reader who catches up slowly has few events read ahead: what is hidden meanwhile is not told', async () => {
  const since = await now()
  const titles = Array.from({ length: 12 }, (_, place) => `Title ${place}`)
  const someone = await world.wallet()
  const missions: Json[] = []
  for (const title of titles) missions.push(await seedMission(someone, { title }))
  const gone = new AbortController()
  const messages = (await eventMessages({ since }, null))(gone.signal)
  await messages.next()
  const first = (await messages.next()).value
  await done(hide(admin, 'mission', missions.at(-1)?.id))
  const others: string[] = []
  while (others.length < titles.length - 1) others.push((await messages.next()).value ?? '')
  gone.abort()
  const all = [first, ...others]
  expect(titles.filter((title) => all.some((message) => message?.includes(`"${title}"`)))).toEqual(titles.slice(0, -1))
  expect(others.at(-1)).toMatch(/"withheld" ?: ?true/)
})

test('a silent stream shows that it is alive', async () => {
  const events = await stream('?since=now')
  expect(await events.comment()).toBe(': still here')
})

test('one network has so many streams and no more; one that is closed makes room', async () => {
  await expect.poll(async () => (await openedOne()).status).toBe(200)
  async function openedOne() {
    for (const events of opened.splice(0)) events.close()
    return stream('?since=now')
  }
  const first = opened[0]
  while (opened.length < EVENT_STREAMS_PER_NETWORK_MAX) expect((await stream('?since=now')).status).toBe(200)
  const refused = await world.get('/api/v1/events/stream')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  first?.close()
  await expect.poll(async () => (await stream('?since=now')).status).toBe(200)
})

test('a process that ends closes its streams, so that their readers go elsewhere', async () => {
  for (const events of opened.splice(0)) events.close()
  await expect.poll(async () => (await stream('?since=now')).status).toBe(200)
  endFollowing()
  expect(await opened.at(-1)?.ended()).toBe(true)
})

test('what has a position keeps it', async () => {
  await now()
  for (const change of [
    'UPDATE "EventLog" SET position = position + 1',
    'DELETE FROM "EventLog"',
    'TRUNCATE "EventLog"',
  ])
    await expect(world.sql.query(change)).rejects.toThrow('append-only')
})
