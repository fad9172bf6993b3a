import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { serviceEnvironment } from '@/tests/support/environment'
import { until } from '@/tests/support/until'
import { openWire, type Wire } from '@/tests/support/wire'
import { freePort } from '@/tests/support/world'

// Whoever sends a body in very many pieces, and not its end, may make the process hold little more than its bytes.

const CLIENTS = 20
const BODY_BYTES = 10_000
/** In chunks of one byte. */
const PIECES = '1\r\nx\r\n'.repeat(BODY_BYTES)
const END = '0\r\n\r\n'
/** What each piece took by itself comes to four times this. */
const HELD_BYTES_MAX = CLIENTS * BODY_BYTES * 50

let front: HttpServer
let base: string
let ends: Socket[]
let wires: Wire[]
let finish: () => void
let before: number
beforeAll(() => {
  before = bytesInUse()
  Object.assign(
    process.env,
    serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
  )
})
beforeEach(async () => {
  ends = []
  wires = []
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  front = createHttpServer({
    pages: null,
    async handle({ target, readBody }) {
      if (target === '/api/slow') await finished
      return { status: 200, headers: {}, body: target === '/api/body' ? await readBody(BODY_BYTES) : target }
    },
  })
  front.server.on('connection', (end) => ends.push(end))
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
})
afterEach(async () => {
  finish()
  for (const wire of wires) wire.destroy()
  await front.drain(10)
})

/** What is in use once nothing is left that could be let go. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const head = (method: string, target: string, ...more: string[]) =>
  [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n')
const inChunks = (method: string, target: string) => head(method, target, 'Transfer-Encoding: chunked') + PIECES

test.each([
  ['while it is read', inChunks('POST', '/api/body')],
  ['of a request that waits behind another', head('GET', '/api/slow') + inChunks('POST', '/api/body')],
  ['that nobody reads', inChunks('GET', '/api/slow')],
])('a body in pieces of a byte takes little more than its bytes, %s', async (_when, sent) => {
  for (let client = 0; client < CLIENTS; client++) {
    const wire = await openWire(base)
    wires.push(wire)
    wire.send(sent)
  }
  const isReceived = ({ bytesRead }: Socket) => bytesRead === sent.length
  await until(() => ends.length === CLIENTS && ends.every(isReceived), 'all pieces have arrived')
  expect(bytesInUse() - before).toBeLessThan(HELD_BYTES_MAX)
})

test('a body in pieces arrives whole', async () => {
  const wire = await openWire(base)
  wires.push(wire)
  const pieces = [
    'first ',
    'a',
    'b'.repeat(3_000),
    'c',
    'd',
    'e'.repeat(900),
    'f'.repeat(900),
    'g'.repeat(900),
    'h'.repeat(900),
    'i'.repeat(900),
    ' last',
  ]
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
  wire.send(head('POST', '/api/body', 'Transfer-Encoding: chunked') + chunks.join('') + END)
  const [answer] = await wire.answers(1)
  expect(answer?.body).toBe(pieces.join(''))
})
