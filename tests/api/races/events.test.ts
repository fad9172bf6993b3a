import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, send } from '@/tests/support/client'
import { effort } from '@/tests/support/effort'
import { openEvents } from '@/tests/support/event-stream'
import { type Cluster, openCluster } from '@/tests/support/instances'

const WRITERS = 16
const EVENTS = effort({ usual: 800, long: 10_000 })

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(2)
})
afterAll(() => cluster.close())

/** A challenge of its own, whose events are committed after a while that differs each time: the order of commits is any. */
async function write(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  const recordId = randomUUID()
  await client.query(
    `INSERT INTO "Challenge" (id, state, title, prompt, "submissionDeadline", "decisionDeadline", "rewardDescription", "contenderA",
        "contenderB", owner, "historySeq", "historyHead", "createdAt", "updatedAt")
      VALUES ($1, 'DRAFT', 'A title', 'A question', '2999-12-01', '2999-12-02', 'Thanks', 'One', 'Other', '0x0', 0, '', now(), now())`,
    [recordId],
  )
  for (let seq = 1; seq <= count; seq += 1) {
    const isDropped = Math.random() < 0.1
    const insert = `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash) VALUES ($1, $2, 'milestone-set', now(), '{}', $3)`
    await client.query('BEGIN')
    await client.query(insert, [recordId, seq, randomBytes(32).toString('hex')])
    await client.query('SELECT pg_sleep($1)', [Math.random() / 100])
    await client.query(isDropped ? 'ROLLBACK' : 'COMMIT')
    if (isDropped) seq -= 1
  }
  await client.end()
}

const anyBase = () => cluster.instances[Math.random() < 0.5 ? 0 : 1]?.base ?? cluster.base
const nameOf = ({ recordId, seq }: Json) => `${recordId} ${seq}`

/** Reads by streams that break off after any number of messages, at either instance. */
async function byStream(since: string): Promise<Json[]> {
  const seen: Json[] = []
  let last = since
  while (seen.length < EVENTS) {
    const events = await openEvents(anyBase(), '', { lastEventId: last })
    if (events.status !== 200) continue
    const messages = Math.min(EVENTS - seen.length, 1 + Math.floor(Math.random() * 60))
    for (let count = 0; count < messages; count += 1) {
      const { id, data } = await events.next()
      seen.push(data)
      last = id
    }
    events.close()
  }
  return seen
}

/** Reads by pages of any length, at either instance. */
async function byPages(since: string): Promise<Json[]> {
  const seen: Json[] = []
  for (let cursor = since; seen.length < EVENTS; ) {
    const { status, body } = await send(
      anyBase(),
      'GET',
      `/api/v1/events?since=${cursor}&limit=${1 + Math.floor(Math.random() * 100)}`,
    )
    // A busy instance may say 503: it is asked again, as a client would.
    if (status === 503) continue
    seen.push(...body.events)
    cursor = body.nextCursor
  }
  return seen
}

test(`${EVENTS} events of ${WRITERS} writers: whoever reads by streams that break or by pages, at any instance, sees each once, in one order`, async () => {
  const { body } = await cluster.get('/api/v1/events?since=now')
  const writing = Promise.all(Array.from({ length: WRITERS }, () => write(EVENTS / WRITERS)))
  const readers = await Promise.all([byStream(body.nextCursor), byStream(body.nextCursor), byPages(body.nextCursor)])
  await writing
  const [first = []] = readers
  expect(new Set(first.map(nameOf)).size).toBe(EVENTS)
  for (const seen of readers) expect(seen.map(nameOf)).toEqual(first.map(nameOf))
  // A record's events come in the order of its chain.
  const last = new Map<string, number>()
  for (const { recordId, seq } of first) {
    expect(seq).toBe((last.get(recordId) ?? 0) + 1)
    last.set(recordId, seq)
  }
  const rest = (await cluster.get(`/api/v1/events?since=${first.at(-1)?.cursor}`)).body
  expect(rest.events).toEqual([])
})
