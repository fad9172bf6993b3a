import { once } from 'node:events'
import net from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '@/lib/http/message'
import type { ConnectionLimits } from '@/server/http/connections'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { answersIn, exchange, openWire } from '@/tests/support/wire'
import { freePort, openWorld, type World } from '@/tests/support/world'

const USUAL: ConnectionLimits = {
  max: 100,
  perAddressMax: 0,
  stallMs: 60_000,
  bytesPerMs: 30,
  unreadBytesMax: Number.POSITIVE_INFINITY,
  waitingBytesMax: Number.POSITIVE_INFINITY,
}
/** More than the buffers at both ends of a loopback connection take. */
const LONG_BYTES = 24_000_000
/** As many bytes in a third of the characters. */
const LONG_WORDS = '語'.repeat(LONG_BYTES / 3)

let world: World
let front: HttpServer
let base: string
/** What the endpoints were asked and what they have answered, in this order. */
let calls: string[]
let long: WeakRef<Buffer>[]
let allowed: Promise<void>

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => front.drain(10))

async function open(limits: Partial<ConnectionLimits>): Promise<void> {
  calls = []
  long = []
  allowed = Promise.resolve()
  front = createHttpServer({
    pages: null,
    connections: { ...USUAL, ...limits },
    async handle({ target }: ApiRequest) {
      calls.push(`asked ${target}`)
      await allowed
      calls.push(`answered ${target}`)
      if (target === '/api/words') return { status: 200, headers: {}, body: LONG_WORDS }
      if (target !== '/api/long') return { status: 200, headers: {}, body: target }
      const body = Buffer.alloc(LONG_BYTES)
      long.push(new WeakRef(body))
      return { status: 200, headers: {}, body }
    },
  })
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    front.server.getConnections((fault, count) => (fault ? reject(fault) : resolve(count)))
  })

/** A connection whose client asks and reads nothing. */
async function openDeaf(request: string, localAddress = '127.0.0.1'): Promise<net.Socket> {
  const socket = net.connect({ port: Number(new URL(base).port), host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(request)
  return socket
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('a client that does not read', () => {
  test('is cut, and what it was to be sent is let go', async () => {
    await open({ stallMs: 40, bytesPerMs: 1_000_000 })
    const socket = await openDeaf(get('/api/long'))
    await expect.poll(() => long.length).toBe(1)
    await expect.poll(openConnections, { timeout: 20_000 }).toBe(0)
    // Only a truth is compared: an assertion that failed would hold the buffer itself.
    const isLetGo = () => {
      collectGarbage()
      return long[0]?.deref() === undefined
    }
    await expect.poll(isLetGo, { timeout: 20_000 }).toBe(true)
    socket.destroy()
  })

  test('makes the process hold no more than one answer, however much it asks for', async () => {
    await open({})
    const socket = await openDeaf(get('/api/long').repeat(40))
    await expect.poll(() => long.length).toBe(1)
    const wire = await openWire(base)
    wire.send(get('/api/other'))
    await wire.answers(1)
    expect(long).toHaveLength(1)
    socket.destroy()
    wire.destroy()
  })

  test('is left alone while it reads as fast as a weak signal lets it', async () => {
    await open({ stallMs: 40, bytesPerMs: 1 })
    const socket = await openDeaf(get('/api/long'))
    await expect.poll(() => long.length).toBe(1)
    // Rounds of looking have passed when a connection that is stalled by other rules would be gone.
    for (let round = 0; round < 10; round += 1)
      await exchange(base, `${get('/api/x').slice(0, -2)}Connection: close\r\n\r\n`)
    expect(await openConnections()).toBe(1)
    socket.destroy()
  })
})

describe('clients that do not read, all together', () => {
  /** The service's ends of the connections, by the ports of their clients. */
  let ends: Map<number | undefined, net.Socket>
  const unreadBytes = () => [...ends.values()].reduce((sum, end) => sum + (end.destroyed ? 0 : end.writableLength), 0)
  /** Which of some clients are still connected. */
  const openOf = (sockets: readonly net.Socket[]) =>
    sockets.map(({ localPort }) => ends.get(localPort)?.destroyed === false)

  async function openFor(answers: number): Promise<void> {
    await open({ unreadBytesMax: (answers + 0.5) * LONG_BYTES })
    ends = new Map()
    front.server.on('connection', (end) => ends.set(end.remotePort, end))
  }
  /** Opens one after the other; after each the bytes that are unread are within their limit. */
  async function openDeafOnes(count: number, max: number, from?: string, path = '/api/long'): Promise<net.Socket[]> {
    const sockets: net.Socket[] = []
    for (let nth = 0; nth < count; nth += 1) {
      const before = calls.length
      sockets.push(await openDeaf(get(path), from))
      await expect.poll(() => calls.length).toBe(before + 2)
      // What is asked for later is answered after that was sent.
      await exchange(base, `${get('/api/x').slice(0, -2)}Connection: close\r\n\r\n`)
      expect(unreadBytes()).toBeLessThan((max + 0.5) * LONG_BYTES)
    }
    return sockets
  }

  test.each([
    ['bytes', '/api/long'],
    ['words', '/api/words'],
  ])('make the process hold no more %s than it may: who has left the most for the longest is cut', async (_, path) => {
    await openFor(3)
    const deaf = await openDeafOnes(6, 3, undefined, path)
    expect(openOf(deaf)).toEqual([false, false, false, true, true, true])
    for (const socket of deaf) socket.destroy()
  })

  test('cost one of another network nothing, which comes to read what it was sent', async () => {
    await openFor(3)
    const [reader] = await openDeafOnes(1, 3, '127.0.0.9')
    const deaf = await openDeafOnes(6, 3)
    if (!reader) return expect.fail()
    expect([openOf([reader]), openOf(deaf)]).toEqual([[true], [false, false, false, false, true, true]])
    let bytes = 0
    reader.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    reader.resume()
    await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(LONG_BYTES)
    for (const socket of [reader, ...deaf]) socket.destroy()
  })

  test('cost one of their own network nothing that reads at once', async () => {
    await openFor(3)
    const deaf = await openDeafOnes(3, 3)
    const [answer] = await exchange(base, `${get('/api/long').slice(0, -2)}Connection: close\r\n\r\n`)
    expect([answer?.status, answer?.body.length]).toEqual([200, LONG_BYTES])
    for (const socket of deaf) socket.destroy()
  })
})

describe('requests that are sent at once on one connection', () => {
  test('are answered one after the other, in their order', async () => {
    await open({})
    const wire = await openWire(base)
    wire.send(['/api/1', '/api/2', '/api/3'].map(get).join(''))
    expect((await wire.answers(3)).map(({ body }) => body)).toEqual(['/api/1', '/api/2', '/api/3'])
    expect(calls).toEqual(['/api/1', '/api/2', '/api/3'].flatMap((path) => [`asked ${path}`, `answered ${path}`]))
    wire.destroy()
  })

  test('end the connection when they are too many, and those that waited are never begun', async () => {
    await open({})
    allowed = new Promise(() => undefined)
    const wire = await openWire(base)
    wire.send(get('/api/1').repeat(500))
    expect(await wire.closed()).toEqual([])
    expect(calls).toEqual(['asked /api/1'])
  })

  test('are forgotten when the client leaves: nothing waits for them when the service ends', async () => {
    await open({})
    let finish = () => {}
    allowed = new Promise((resolve) => {
      finish = resolve
    })
    const wire = await openWire(base)
    wire.send(get('/api/1').repeat(3))
    await expect.poll(() => calls.length).toBe(1)
    wire.destroy()
    await expect.poll(openConnections).toBe(0)
    finish()
    await front.drain(1_000_000)
    expect(calls).toEqual(['asked /api/1', 'answered /api/1'])
  })
})

describe('what breaks off behind other requests on the same connection', () => {
  const BODY_TO_COME = 'POST /api/behind HTTP/1.1\r\nHost: localhost\r\n'

  test.each([
    ['a malformed chunk', `${BODY_TO_COME}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`],
    ['no HTTP', 'nonsense\r\n\r\n'],
    ['a tunnel that nobody opens', 'CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('leaves each of them its own answer, and is not begun: %s', async (_, broken) => {
    await open({})
    let allow: () => void = () => undefined
    allowed = new Promise((resolve) => {
      allow = resolve
    })
    const isBroken = new Promise<void>((resolve) => {
      front.server.once('clientError', () => resolve()).once('connect', () => resolve())
    })
    const wire = await openWire(base)
    wire.send(`${get('/api/1')}${get('/api/2')}${broken}`)
    await isBroken
    allow()
    expect((await wire.closed()).map(({ status, body }) => [status, body])).toEqual([
      [200, '/api/1'],
      [200, '/api/2'],
    ])
    expect(calls).toEqual(['/api/1', '/api/2'].flatMap((path) => [`asked ${path}`, `answered ${path}`]))
  })

  test('does not get into an answer that is being read, and is not begun when the rest of it comes too late', async () => {
    await open({})
    const [socket, [end]] = await Promise.all([
      openDeaf(`${get('/api/long')}${BODY_TO_COME}Content-Length: 2\r\n\r\n{`),
      once(front.server, 'connection'),
    ])
    await expect.poll(() => calls.length).toBe(2)
    // As Node does where a body does not come in time.
    front.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), end)
    socket.write(`}${get('/api/more')}`)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
    await once(socket, 'close')
    const answers = answersIn(Buffer.concat(chunks)).map(({ status, body }) => [status, body.length])
    expect(answers).toEqual([[200, LONG_BYTES]])
    expect(calls).toEqual(['asked /api/long', 'answered /api/long'])
  })
})

describe('connections', () => {
  const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => openWire(base)))

  test('of one network are so many at most; the next is told so, and others are not concerned', async () => {
    await open({ perAddressMax: 3 })
    const wires = await openMany(3)
    const [refused] = await (await openWire(base)).closed()
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '10'])
    expect(JSON.parse(refused?.body ?? '').error.code).toBe('rate_limited')
    const other = net.connect({ port: Number(new URL(base).port), host: '127.0.0.1', localAddress: '127.0.0.9' })
    other.write(`GET /api/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const [bytes] = await once(other, 'data')
    expect(answersIn(bytes)[0]?.status).toBe(200)
    for (const wire of wires) wire.destroy()
    await expect.poll(openConnections).toBe(0)
    const [again] = await exchange(base, `GET /api/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(again?.status).toBe(200)
  })

  test('are so many at most altogether, where all are in use', async () => {
    await open({ max: 3 })
    allowed = new Promise(() => undefined)
    const wires = await openMany(3)
    for (const wire of wires) wire.send(get('/api/1'))
    await expect.poll(() => calls.length).toBe(3)
    expect(await (await openWire(base)).closed()).toEqual([])
    for (const wire of wires) wire.destroy()
  })

  test('from a trusted proxy are not counted by address: all of them are its own', async () => {
    front = createHttpServer({
      pages: null,
      handle: async () => ({ status: 204, headers: {}, body: null }),
      trustedHops: 1,
    })
    base = `http://127.0.0.1:${await freePort()}`
    await front.listen(Number(new URL(base).port), ['127.0.0.1'])
    const wires = await openMany(300)
    const last = wires.at(-1)
    last?.send(get('/api/1'))
    expect((await last?.answers(1))?.[0]?.status).toBe(204)
    for (const wire of wires) wire.destroy()
  })

  test('of one address are 256 at most where no proxy is declared', async () => {
    front = createHttpServer({
      pages: null,
      handle: async () => ({ status: 204, headers: {}, body: null }),
      trustedHops: 0,
    })
    base = `http://127.0.0.1:${await freePort()}`
    await front.listen(Number(new URL(base).port), ['127.0.0.1'])
    const wires = await openMany(256)
    expect((await (await openWire(base)).closed())[0]?.status).toBe(429)
    for (const wire of wires) wire.destroy()
  })
})

test.each<[string, string, string]>([
  ['an expectation that nobody meets', `${get('/api/a').slice(0, -2)}Expect: tea\r\n\r\n`, ''],
  [
    'a body that nobody read',
    'POST /api/a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    '0\r\n\r\n',
  ],
])('what comes behind the answer to %s, which closes the connection, is not processed', async (_what, first, end) => {
  await open({})
  const wire = await openWire(base)
  wire.send(first)
  if (end) await wire.answers(1)
  wire.send(`${end}${get('/api/behind')}`)
  expect(await wire.closed()).toHaveLength(1)
  await exchange(base, `${get('/api/other').slice(0, -2)}Connection: close\r\n\r\n`)
  expect(calls).toContain('asked /api/other')
  expect(calls).not.toContain('asked /api/behind')
})

const post = (target: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test.each([
  // Names as short as can be make the most of what arrives.
  ['many headers', `GET /api/greedy HTTP/1.1\r\nHost: localhost\r\n${'a:b\r\n'.repeat(200)}\r\n`],
  ['long bodies', post('/api/greedy', 'a'.repeat(12_000))],
  [
    'bodies of an unknown length',
    'POST /api/greedy HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
])(
  'requests with %s that wait behind others keep so much memory together and no more; it is given back',
  async (_what, greedyOne) => {
    await open({ waitingBytesMax: 20_000 })
    let allow: () => void = () => undefined
    allowed = new Promise((resolve) => {
      allow = resolve
    })
    const patient = await openWire(base)
    patient.send(get('/api/patient').repeat(3) + post('/api/patient', 'ab').repeat(3))
    await expect.poll(() => calls.length).toBe(1)
    const greedy = await openWire(base)
    greedy.send(greedyOne.repeat(3))
    expect(await greedy.closed()).toEqual([])
    allow()
    expect(await patient.answers(6)).toHaveLength(6)
    const next = await openWire(base)
    next.send(get('/api/next').repeat(12))
    expect(await next.answers(12)).toHaveLength(12)
    for (const wire of [patient, next]) wire.destroy()
  },
)
