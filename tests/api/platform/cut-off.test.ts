import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, actor, type Json, signIn } from '@/tests/support/client'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { adminAccount } from '@/tests/support/environment'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import {
  answerJson,
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
} from '@/tests/support/misbehaving-platform'
import { communitySettings, runSchedule } from '@/tests/support/platform-world'
import type { Instance } from '@/tests/support/programs'
import { expectWholeHistory } from '@/tests/support/race'
import { keyPair } from '@/tests/support/sandbox'
import { draftChallenge } from '@/tests/support/story'
import { until } from '@/tests/support/until'

// The service or its database is cut off between a post and its answer: the post is not lost, and not made twice.

const OUTBOX = '/api/v1/platform-outbox'
const TWO_MINUTES_SECONDS = 120

let platform: MisbehavingPlatform
let proxy: DatabaseProxy
let cluster: Cluster
let instance: Instance
let admin: Actor
/** What came, in order; the platform shows all of it. */
let received: Json[] = []
let answerPost: Behaviour
/** The id of the first post of a test. */
let firstId = 0

beforeAll(async () => {
  platform = await openMisbehavingPlatform()
  platform.behave((request, response) => {
    if (request.method === 'GET') {
      const posts = received.map((body, place) => {
        const id = firstId + place
        return nodeOf(id, { ...body, id, created_at: new Date().toISOString(), parent_post_id: null })
      })
      answerJson(JSON.stringify({ posts }))(request, response)
      return
    }
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    request.on('end', () => {
      received.push(JSON.parse(text))
      answerPost(request, response)
    })
  })
  const environment = communitySettings(platform.base, { museId: 'muse_own', name: 'Trellis', ...keyPair() }, 'on')
  cluster = await openCluster(1, {
    environment,
    through: async (url) => {
      proxy = await openProxy(url)
      return proxy.url
    },
  })
  instance = cluster.instances[0] as Instance // the only one
  admin = await signIn(cluster.base, adminAccount)
})
beforeEach(() => {
  received = []
  firstId += 100
})
afterEach(() => cluster.setClock(0))
afterAll(async () => {
  await instance.stop()
  await cluster.close()
  await Promise.all([proxy.close(), platform.close()])
})

async function preview(): Promise<Json> {
  const { id } = await draftChallenge((await cluster.wallets(1))[0] as Actor) // one was asked for
  return (await admin.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })).body.item
}

const approve = (item: Json, key: string) =>
  admin.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash }, { key })

const read = async (item: Json): Promise<Json> =>
  (await admin.get(`${OUTBOX}?limit=100`)).body.items.find((one: Json) => one.id === item.id)

test('a process that is killed while it waits for the answer', async () => {
  const item = await preview()
  answerPost = () => undefined
  const key = `killed-${item.id}`
  const broken = approve(item, key).catch(() => null)
  await until(() => received.length === 1, 'the post arrived')
  await instance.kill()
  expect(await broken).toBeNull()
  instance = await startInstance(instance.environment)
  admin = actor(instance.base, adminAccount, admin.token)

  const again = await approve(item, key)
  expect([again.status, again.headers.get('idempotency-replayed'), again.body.item.state]).toEqual([
    200,
    'true',
    'sending',
  ])

  await runSchedule(cluster)
  expect((await read(item)).state).toBe('sending')
  cluster.setClock(TWO_MINUTES_SECONDS)
  await runSchedule(cluster)
  expect(await read(item)).toMatchObject({ state: 'sent', postId: String(firstId), attempts: 1 })
  expect(received).toHaveLength(1)
  await expectWholeHistory(cluster, item.id, ['post-queued', 'post-approved', 'post-uncertain', 'post-sent'])
})

test('a database that is away when the answer comes: the approval stands, and the post is found later', async () => {
  const item = await preview()
  answerPost = (request, response) => {
    proxy.cut()
    answerJson(`{"post":{"id":${firstId}}}`, 201)(request, response)
  }
  const reply = await approve(item, `away-${item.id}`)
  expect([reply.status, reply.body.item.state]).toEqual([201, 'sending'])
  proxy.mend()
  cluster.setClock(TWO_MINUTES_SECONDS)
  await until(async () => (await cluster.get('/api/health')).status === 200, 'the database is back')
  await runSchedule(cluster)
  expect(await read(item)).toMatchObject({ state: 'sent', postId: String(firstId), attempts: 1 })
  expect(received).toHaveLength(1)
})

test('a connection that breaks as the approval is committed: nothing is sent that is not written down', async () => {
  const item = await preview()
  answerPost = answerJson(`{"post":{"id":${firstId}}}`, 201)
  proxy.cutBeforeCommit(1)
  const refused = await approve(item, `before-${item.id}`)
  expect(refused.status).toBe(503)
  expect([received.length, (await read(item)).state]).toEqual([0, 'preview'])

  proxy.cutAfterCommit(1)
  const told = await approve(item, `after-${item.id}`)
  expect([told.status, told.body.item.state]).toEqual([201, 'sending'])
  expect(received).toEqual([])
  cluster.setClock(TWO_MINUTES_SECONDS)
  await runSchedule(cluster)
  expect((await read(item)).state).toBe('uncertain')
  cluster.setClock(6 * TWO_MINUTES_SECONDS)
  await runSchedule(cluster)
  expect(await read(item)).toMatchObject({ state: 'failed', attempts: 1 })
})

test('whoever repeats an approval that takes too long and whoever sent it first are given the same answer', async () => {
  const item = await preview()
  let deliver: () => void = () => undefined
  answerPost = (request, response) => {
    deliver = () => answerJson(`{"post":{"id":${firstId}}}`, 201)(request, response)
  }
  const key = `slow-${item.id}`
  const first = approve(item, key)
  await until(() => received.length === 1, 'the post arrived')
  // As if it had been begun a minute ago: nobody is kept waiting for longer than that.
  await cluster.sql.query(
    `UPDATE "IdempotencyKey" SET "createdAt" = "createdAt" - interval '1 minute' WHERE key = $1`,
    [key],
  )
  const again = await approve(item, key)
  expect([again.status, again.body.item.state]).toEqual([200, 'sending'])
  deliver()
  const { status, text } = await first
  expect([status, text]).toEqual([201, again.text])
  expect((await approve(item, key)).text).toBe(again.text)
  expect((await read(item)).state).toBe('sent')
})
