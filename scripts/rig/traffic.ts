import { randomBytes, randomUUID } from 'node:crypto'
import net from 'node:net'
import type { Actor } from '@/tests/support/client'
import { type Request, request } from '@/tests/support/request'
import { missionBody } from '@/tests/support/story'

/** A kind of request and its expected statuses. `null` is a closed connection. */
export interface Traffic {
  readonly name: string
  /** Requests per second. */
  readonly rate: number
  readonly expected: readonly (number | null)[]
  send(): Promise<number | null>
}

const JSON_BODY = { 'content-type': 'application/json' }
const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(Math.random() * values.length)]
/** A random client address, so that limits per network do not apply to all clients together. */
const somebody = () => `127.0.${Math.floor(Math.random() * 200)}.${1 + Math.floor(Math.random() * 250)}`

/** Sends raw bytes and reads the status line, or with `unreadMs` nothing for that time. */
function raw(base: string, bytes: string, unreadMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port: Number(new URL(base).port), localAddress: somebody() })
    const end = (status: number | null) => {
      socket.destroy()
      resolve(status)
    }
    socket.on('error', () => end(null))
    socket.on('close', () => end(null))
    socket.on('connect', () => socket.write(bytes))
    socket.setTimeout(60_000, () => end(null))
    const read = () => socket.once('data', (chunk) => end(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? 0)))
    if (unreadMs === 0) read()
    else {
      socket.pause()
      setTimeout(() => end(null), unreadMs)
    }
  })
}

/** The traffic of a public service. @param scale multiplies its usual rate. */
export function trafficOf(base: string, writers: readonly Actor[], scale: number): Traffic[] {
  const missions: string[] = []
  const host = `Host: ${new URL(base).host}\r\n`
  // Occasional clients close their connection. Kept open, they would exceed CONNECTIONS_MAX.
  const answer = async ({ headers, ...sent }: Request) => {
    const hangingUp = { ...headers, connection: 'close' }
    return (await request(base, { from: somebody(), ...sent, headers: hangingUp }).catch(() => null))?.status ?? null
  }
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    answer({ method: 'POST', path, body, headers: { ...JSON_BODY, 'idempotency-key': randomUUID(), ...headers } })
  const get = (path: string, method = 'GET') => answer({ method, path })
  const of = (name: string, rate: number, expected: Traffic['expected'], send: Traffic['send']): Traffic => ({
    name,
    rate: rate * scale,
    expected,
    send,
  })
  const publish = async () => {
    const who = pick(writers)
    const headers = { ...who?.authorization, ...JSON_BODY, 'idempotency-key': randomUUID() }
    const body = JSON.stringify(missionBody({ title: randomUUID() }))
    const { status, body: answered } = await request(base, { method: 'POST', path: '/api/v1/missions', headers, body })
    if (status === 201) missions.push(answered.mission.id)
    if (missions.length > 500) missions.shift()
    return status
  }
  const ofMission = (path: string) => {
    const id = pick(missions)
    return id ? get(`${path}/${id}`) : Promise.resolve(200)
  }
  const claim = () => {
    const id = missions.pop()
    return id ? post(`/api/v1/missions/${id}/claim`, '{}', pick(writers)?.authorization) : Promise.resolve(201)
  }
  const targets = [
    '/api/%E0%A4%A',
    '/api/v1/%FF',
    '//',
    '/%00',
    '/missions/%E0',
    `/${'a'.repeat(9_000)}`,
    '/..%2f..%2fetc',
  ]
  const queries = ['cursor=x', 'limit=0', 'limit=1e9', 'state=NONE', `q=${'%F0%9F%98%80'.repeat(200)}`, 'a=%']
  return [
    of('publish', 4, [201], publish),
    // One of two concurrent claims is refused, and so is a claim by the owner.
    of('claim', 1, [201, 403, 404, 409], claim),
    of('read a mission', 10, [200], () => ofMission('/api/v1/missions')),
    of('read lists', 6, [200], () => get(pick(['/api/v1/missions', '/api/v1/challenges', '/api/v1/status']) ?? '/')),
    of('pages', 3, [200], () => get(pick(['/', '/missions', '/challenges', '/docs', '/api/v1/openapi.json']) ?? '/')),
    of('page of a mission', 3, [200], () => ofMission('/missions')),
    of('made-up ids', 4, [404], () =>
      get(pick([`/missions/${randomUUID()}`, `/api/v1/challenges/${randomUUID()}`]) ?? '/'),
    ),
    of('made-up addresses', 2, [404], () => get(`/${randomBytes(8).toString('hex')}`)),
    of('made-up tokens', 2, [401], () =>
      post('/api/v1/missions', '{}', { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }),
    ),
    of('malformed targets', 2, [400, 404, 414, 431], () =>
      raw(base, `GET ${pick(targets)} HTTP/1.1\r\n${host}\r\n`, 0),
    ),
    of('malformed queries', 2, [200, 400], () => get(`/api/v1/missions?${pick(queries)}`)),
    of('methods', 1, [400, 405, 501], () => raw(base, `TRACE / HTTP/1.1\r\n${host}\r\n`, 0)),
    of('malformed JSON', 1, [400], () => post('/api/v1/missions', '{"title":', pick(writers)?.authorization)),
    // The service does not read the rest of the body, so the connection may close before the response is read.
    of('oversized bodies', 0.5, [413, null], () =>
      post('/api/v1/missions', `"${'a'.repeat(2_000_000)}"`, pick(writers)?.authorization),
    ),
    of('slow readers', 0.5, [null], () =>
      raw(base, `GET /api/v1/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(20), 20_000),
    ),
    of('slow writers', 0.5, [408, null], () => raw(base, `POST /api/v1/missions HTTP/1.1\r\n${host}Content-Le`, 0)),
  ]
}
