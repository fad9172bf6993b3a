import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ConnectionLimits } from '@/server/http/connections'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { answersIn } from '@/tests/support/wire'
import { openWorld, type World } from '@/tests/support/world'

// What newcomers find where a few networks have all connections, or leave the most unread. The service's ends of the connections are told an
// address: loopback has no IPv6 networks.

const LONG_BYTES = 24_000_000

let world: World
let front: HttpServer
let door: net.Server
/** What the next connection is told as its address. */
let nextAddress = ''
let sockets: net.Socket[] = []
/** The requests for `/api/slow` that were begun, and what lets them end. */
let busy = 0
let finish: () => void = () => undefined

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function open(limits: Partial<ConnectionLimits>): Promise<void> {
  busy = 0
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  front = createHttpServer({
    pages: null,
    connections: {
      max: 100,
      perAddressMax: 100,
      stallMs: 60_000,
      bytesPerMs: 30,
      unreadBytesMax: Number.POSITIVE_INFINITY,
      waitingBytesMax: Number.POSITIVE_INFINITY,
      ...limits,
    },
    async handle({ target }) {
      if (target === '/api/slow') {
        busy += 1
        await finished
      }
      return { status: 200, headers: {}, body: target === '/api/long' ? Buffer.alloc(LONG_BYTES) : target }
    },
  })
  // As the listeners of further hosts do.
  door = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: nextAddress })
    front.server.emit('connection', socket)
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
}
afterEach(async () => {
  finish()
  for (const socket of sockets) socket.destroy()
  sockets = []
  door.close()
  await front.drain(10)
})

interface Client {
  readonly socket: net.Socket
  /** The service's end. */
  readonly end: net.Socket
  /** Resolves with the first answer, or null if the connection ended without one. */
  ask(target: string): Promise<number | null>
}

/** Opens a connection of an address; it is the service's as well when this returns. */
async function connect(address: string): Promise<Client> {
  nextAddress = address
  const { port } = door.address() as net.AddressInfo
  const accepted = once(door, 'connection')
  const socket = net.connect({ port, host: '127.0.0.1' })
  sockets.push(socket)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  const [[end]] = await Promise.all([accepted, once(socket, 'connect')])
  const ask = (target: string) => {
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const answered = once(socket, 'data').then(([bytes]) => answersIn(bytes)[0]?.status ?? null)
    // Where the connection is reset, it is an error first.
    return Promise.race([answered.catch(() => null), closed.then(() => null)])
  }
  return { socket, end, ask }
}

/** Connections that have been idle since their first answer, one for longer than the next. */
async function openIdle(addresses: readonly string[]): Promise<Client[]> {
  const clients: Client[] = []
  for (const address of addresses) {
    const client = await connect(address)
    expect(await client.ask('/api/1')).toBe(200)
    clients.push(client)
  }
  return clients
}
/** Connections that wait for an answer. */
async function openBusy(addresses: readonly string[]): Promise<Client[]> {
  const clients: Client[] = []
  for (const address of addresses) {
    const client = await connect(address)
    void client.ask('/api/slow')
    clients.push(client)
  }
  await expect.poll(() => busy).toBe(addresses.length)
  return clients
}
const isOpen = ({ end }: Client) => !end.destroyed

test('a newcomer takes the place of an idle connection, of the network with most, the one idle for longest', async () => {
  await open({ max: 5 })
  const [other, ...loud] = await openIdle(['203.0.113.1', ...Array(4).fill('203.0.113.2')])
  expect(await loud[0]?.ask('/api/again')).toBe(200)
  const newcomer = await connect('203.0.113.3')
  expect(await newcomer.ask('/api/1')).toBe(200)
  expect([other, ...loud].map((client) => client && isOpen(client))).toEqual([true, true, false, true, true])
})

test('connections of which nothing was asked yet are idle, too', async () => {
  await open({ max: 3 })
  for (let opened = 0; opened < 3; opened += 1) await connect('203.0.113.2')
  expect(await (await connect('203.0.113.3')).ask('/api/1')).toBe(200)
})

test('a network with many takes no place of one with fewer, only one of its own', async () => {
  await open({ max: 4 })
  const clients = await openIdle(['203.0.113.1', '203.0.113.2', '203.0.113.2', '203.0.113.2'])
  expect(await (await connect('203.0.113.2')).ask('/api/1')).toBe(200)
  expect(clients.map(isOpen)).toEqual([true, false, true, true])
})

const two = (most: number) => [...Array(most).fill('203.0.113.1'), ...Array(40 - most).fill('203.0.113.2')]

test('where a network has more than a household opens, one of its connections in use gives way', async () => {
  await open({ max: 40 })
  const clients = await openBusy(two(33))
  expect(await (await connect('203.0.113.3')).ask('/api/1')).toBe(200)
  expect(clients.map(isOpen)).toEqual(clients.map((_, nth) => nth > 0))
})

test.each([
  ['a network has as many as a household opens', {}, 32],
  ['connections are not counted by address, since they are of a proxy', { perAddressMax: 0 }, 39],
])('connections in use are left alone where %s', async (_, limits, most) => {
  await open({ max: 40, ...limits })
  const clients = await openBusy(two(most))
  expect(await (await connect('203.0.113.3')).ask('/api/1')).toBeNull()
  expect(clients.map(isOpen)).toEqual(clients.map(() => true))
})

test('those who share a /48 leave unread what they leave as eight networks, not as one', async () => {
  await open({ unreadBytesMax: 4.5 * LONG_BYTES })
  const deaf: Client[] = []
  for (const address of ['203.0.113.1', '203.0.113.1', '2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:2::1']) {
    const client = await connect(address)
    client.socket.pause().write('GET /api/long HTTP/1.1\r\nHost: localhost\r\n\r\n')
    // What is asked for later is answered after that was sent.
    expect(await (await connect('203.0.113.9')).ask('/api/1')).toBe(200)
    deaf.push(client)
  }
  expect(deaf.map(isOpen)).toEqual([false, true, true, true, true])
})
