import http from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookupPublic } from '@/lib/platform/gateway/transport'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Outgoing, recordOutgoing } from '@/tests/support/outgoing'
import { missionBody } from '@/tests/support/story'
import { freePort, openWorld, type World } from '@/tests/support/world'

// The platform's name is public; a resolver of the test's own makes it lead elsewhere. What is asked is told by the
// recorder, who is reached by a server on loopback that listens where the platform would.

const NAME = 'rebind.example'
const PUBLIC = '93.184.215.14'

let world: World
let outgoing: Outgoing
let trap: Server
let port: number
let reached = 0
beforeAll(async () => {
  port = await freePort()
  trap = createServer((socket) => {
    reached += 1
    socket.on('error', () => undefined)
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(port, () => resolve()))
  world = await openWorld({ environment: { COMMUNITY_URL: `https://${NAME}:${port}` } })
  outgoing = recordOutgoing()
})
beforeEach(() => {
  reached = 0
  outgoing.forget()
})
afterAll(async () => {
  outgoing?.stop()
  await world?.close()
  await new Promise((resolve) => trap.close(resolve))
})

const post = () => `https://${NAME}:${port}/board/lobby/42`
const importPost = () => world.get(`/api/import?url=${encodeURIComponent(post())}`)

test('without the guard the resolver leads to the trap', async () => {
  outgoing.resolve(NAME, ['127.0.0.1'])
  await new Promise((resolve) => http.get({ host: NAME, port, agent: false }).on('error', resolve))
  expect([reached, outgoing.lookups(['localhost'])]).toEqual([1, [NAME]])
})

describe('a name that leads to', () => {
  test.each([
    ['127.0.0.1'],
    ['127.0.0.1', '::1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['0.0.0.0'],
    ['::'],
    ['10.0.0.1', '192.168.0.1'],
    ['169.254.169.254'],
    ['fd12:3456:789a::1'],
    ['fe80::1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    [],
  ])('%s %s is not connected to', async (...addresses: string[]) => {
    outgoing.resolve(NAME, addresses)
    expectRefused(await importPost(), 503)
    expect([reached, outgoing.lookups(['localhost'])]).toEqual([0, [NAME]])
  })
})

test('a name that leads elsewhere each time is looked at each time', async () => {
  outgoing.resolve(NAME, ['10.0.0.1'], ['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'])
  for (let time = 0; time < 8; time++) expectRefused(await importPost(), 503)
  expect([reached, outgoing.lookups(['localhost']).length]).toEqual([0, 8])
})

test('every endpoint that asks the platform is held by the same guard', async () => {
  outgoing.resolve(NAME, ['127.0.0.1'])
  const owner = await world.wallet()
  const project = await owner.post('/api/projects', missionBody({ sourceUrl: post() }))
  expect([project.status, project.body.project.sourcePost]).toEqual([201, null])
  const muse = await owner.post('/api/v1/muse-links/start', { museId: 'muse_1j335p3a14', method: 'ed25519-challenge' })
  expect(muse.status).toBe(201)
  const { nonce } = muse.body
  expectRefused(await owner.post('/api/v1/muse-links/verify', { nonce, signature: 'A'.repeat(86) }), 503)
  expect([reached, new Set(outgoing.lookups(['localhost']))]).toEqual([0, new Set([NAME])])
})

test('of addresses that are mixed only the public ones are left, so that the socket cannot choose another', async () => {
  outgoing.resolve(NAME, ['127.0.0.1', PUBLIC, '::1', '::ffff:10.0.0.1'])
  const found = await new Promise((resolve, reject) =>
    lookupPublic(NAME, { all: true }, (fault, addresses) => (fault ? reject(fault) : resolve(addresses))),
  )
  expect(found).toEqual([{ address: PUBLIC, family: 4 }])
})
