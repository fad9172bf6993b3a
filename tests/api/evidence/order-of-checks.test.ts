import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POST } from '@/app/api/[[...path]]/route'
import { isObjectName } from '@/lib/evidence/object-store'
import type { Actor } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { claimedMission, completedMission, seedMission } from '@/tests/support/story'
import { BOUNDARY, fileBody, sendUpload, uploadHead } from '@/tests/support/upload'
import { expectError, inPieces, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const FILE_BYTES_MAX = 5 * 1024 * 1024
const WRITES_MAX = 40
const PIECE_BYTES = 65_536
const HOUR = 3600

// The list of docs/decisions.md#the-write-pipeline as it stands for an upload. Each fault is put into a good request; where two are in one
// request, the one that stands earlier is told.
const FAULTS = [
  { fault: 'method', status: 405, code: 'method_not_allowed' },
  { fault: 'origin', status: 403, code: 'forbidden' },
  { fault: 'session', status: 401, code: 'unauthenticated' },
  { fault: 'no key', status: 428, code: 'idempotency_key_required' },
  { fault: 'malformed key', status: 400, code: 'invalid_request', field: 'Idempotency-Key' },
  { fault: 'content type', status: 415, code: 'unsupported_media_type' },
  { fault: 'too large', status: 413, code: 'payload_too_large' },
  { fault: 'limit', status: 429, code: 'rate_limited' },
  { fault: 'not multipart', status: 400, code: 'invalid_request', field: null },
  { fault: 'key reused', status: 422, code: 'idempotency_key_reused' },
  { fault: 'wrong type', status: 400, code: 'invalid_request', field: 'file' },
  { fault: 'unknown record', status: 404, code: 'not_found' },
  { fault: 'hidden record', status: 410, code: 'expired' },
  { fault: 'another’s record', status: 403, code: 'forbidden' },
  { fault: 'ended record', status: 409, code: 'conflict' },
] as const
type Fault = (typeof FAULTS)[number]['fault']

/** Faults that cannot stand in one request. */
const EXCLUSIVE: readonly (readonly Fault[])[] = [
  ['no key', 'malformed key', 'key reused'],
  ['too large', 'not multipart', 'wrong type'],
  ['content type', 'not multipart'],
  ['unknown record', 'hidden record', 'another’s record', 'ended record'],
  ['limit', 'session'],
  ['key reused', 'session'],
]

let world: World
let contributor: Actor
/** A key that already holds the answer to another request. */
const usedKey = randomUUID()
const missions: Partial<Record<Fault | 'good', string>> = {}

beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1 })
  contributor = await openSession(world.base, world.sql)
  const [owner, stranger] = [await openSession(world.base, world.sql), await openSession(world.base, world.sql)]
  missions.good = (await claimedMission(owner, contributor)).id
  missions['hidden record'] = (await claimedMission(owner, contributor)).id
  missions['another’s record'] = (await claimedMission(owner, stranger)).id
  missions['ended record'] = (await completedMission(owner, contributor, await world.verifier())).mission.id
  missions['unknown record'] = UNKNOWN_ID
  await world.sql.query(`UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1`, [missions['hidden record']])
  const first = await sendUpload(world.base, contributor, missions.good ?? '', fileBody('first'), { key: usedKey })
  expect(first.status).toBe(201)
})
afterAll(() => world.close())

let hours = 0
/** A new window for every test, so that no limit is passed by accident. */
beforeEach(() => {
  hours += 2
  world.setClock(hours * HOUR - (Math.floor(Date.now() / 1000) % HOUR))
})

const bodyOf = (faults: readonly Fault[]): Buffer => {
  if (faults.includes('too large')) return fileBody(Buffer.alloc(FILE_BYTES_MAX + 1, 'a'))
  if (faults.includes('not multipart')) return Buffer.from('{}')
  return fileBody(faults.includes('wrong type') ? Buffer.from([0xff, 0]) : 'good')
}

function headersOf(faults: readonly Fault[]): Record<string, string> {
  const key = faults.includes('malformed key') ? 'x' : faults.includes('key reused') ? usedKey : randomUUID()
  return {
    ...(faults.includes('session') ? {} : contributor.authorization),
    ...(faults.includes('no key') ? {} : { 'idempotency-key': key }),
    ...(faults.includes('origin') ? { origin: 'https://evil.example' } : {}),
    'content-type': faults.includes('content type') ? 'application/json' : `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

/** The window of this test has counted as many requests of the wallet as it allows. */
async function spendLimit(): Promise<void> {
  await sendUpload(world.base, contributor, UNKNOWN_ID, Buffer.alloc(0))
  await world.sql.query(`UPDATE "RateLimit" SET count = $2 WHERE subject = $1`, [
    `w:${contributor.address}`,
    WRITES_MAX,
  ])
}

async function ask(faults: readonly Fault[]) {
  if (faults.includes('limit')) await spendLimit()
  const place = faults.map((fault) => missions[fault]).find((id) => id !== undefined) ?? missions.good
  return request(world.base, {
    method: faults.includes('method') ? 'PUT' : 'POST',
    path: `/api/v1/missions/${place}/files`,
    headers: headersOf(faults),
    body: bodyOf(faults),
  })
}

const stored = () => readdirSync(process.env.EVIDENCE_DIR ?? '').filter(isObjectName).length
const pending = async () => (await look(world, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n

const pairs = FAULTS.flatMap((first, place) =>
  FAULTS.slice(place + 1)
    .filter(({ fault }) => !EXCLUSIVE.some((set) => set.includes(first.fault) && set.includes(fault)))
    .map((second) => ({
      first,
      second,
      name: `${first.fault} (${first.status}) is told before ${second.fault} (${second.status})`,
    })),
)

test.each(FAULTS.map((fault) => ({ ...fault, name: `${fault.fault} is ${fault.status}` })))('$name', async (told) => {
  const before = stored()
  expectError(await ask([told.fault]), told.status, told.code, 'field' in told ? told.field : null)
  expect([stored(), await pending()]).toEqual([before, 0])
})

test.each(pairs)('$name', async ({ first, second }) => {
  const before = stored()
  expectError(await ask([first.fault, second.fault]), first.status, first.code, 'field' in first ? first.field : null)
  expect([stored(), await pending()]).toEqual([before, 0])
})

test('whoever has no session is refused before a byte of the body is read', async () => {
  const before = stored()
  const answer = await sendUpload(world.base, null, missions.good ?? '', Buffer.alloc(3_000_000))
  expectError(answer, 401, 'unauthenticated')
  expect(stored()).toBe(before)
})

test('a body in chunks is held against the same limits', async () => {
  const headers = { ...contributor.authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const path = `/api/v1/missions/${missions.good}/files`
  const inChunks = (bytes: Buffer) => inPieces(bytes.toString('latin1'), 65_536)
  const ask = (bytes: Buffer) =>
    request(world.base, {
      method: 'POST',
      path,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: inChunks(bytes),
    })
  expect((await ask(fileBody(Buffer.alloc(FILE_BYTES_MAX, 'c')))).status).toBe(201)
  expectError(await ask(fileBody(Buffer.alloc(FILE_BYTES_MAX + 1, 'c'))), 413, 'payload_too_large')
  expectError(await ask(Buffer.alloc(FILE_BYTES_MAX + 40_000, 'c')), 413, 'payload_too_large')
})

test.each([
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  'multipart/mixed; boundary=x',
  'text/plain; boundary=x',
])('the content type %s is 415', async (type) => {
  const answer = await sendUpload(world.base, contributor, missions.good ?? '', fileBody('x'), {
    headers: { 'content-type': type },
  })
  expectError(answer, 415, 'unsupported_media_type')
})

test('a body that was compressed is 415, which tells what is taken', async () => {
  const answer = await sendUpload(world.base, contributor, missions.good ?? '', fileBody('x'), {
    headers: { 'content-encoding': 'gzip' },
  })
  expectError(answer, 415, 'unsupported_media_type')
  expect(answer.headers['accept-encoding']).toBe('identity')
})

test('a boundary may be quoted, and stand among other parameters', async () => {
  const type = `Multipart/Form-Data; charset=utf-8; Boundary="${BOUNDARY}"`
  const answer = await sendUpload(world.base, contributor, missions.good ?? '', fileBody('x'), {
    headers: { 'content-type': type },
  })
  expect(answer.status).toBe(201)
})

test('every counted answer tells the limits', async () => {
  for (const faults of [[], ['too large'], ['wrong type'], ['ended record'], ['no key']] as Fault[][]) {
    const { headers } = await ask(faults)
    expect(headers['ratelimit-policy']).toBe(
      '"write-wallet";q=40;w=600, "write-network";q=80;w=600, "upload-bytes-network";q=524288000;w=86400;qu="content-bytes"',
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('the serverless mount answers the same, refusals too', async () => {
  const cases: readonly Fault[][] = [
    [],
    ['too large'],
    ['content type'],
    ['wrong type'],
    ['not multipart'],
    ['ended record'],
  ]
  for (const faults of cases) {
    const front = await ask(faults)
    const place = faults.map((fault) => missions[fault]).find((id) => id !== undefined) ?? missions.good
    const next = await POST(
      new Request(`${world.base}/api/v1/missions/${place}/files`, {
        method: 'POST',
        headers: headersOf(faults),
        body: new Uint8Array(bodyOf(faults)),
      }),
    )
    const body = await next.json()
    expect([faults, next.status]).toEqual([faults, front.status])
    if (front.status === 201) expect(Object.keys(body.file)).toEqual(Object.keys(front.body.file))
    else expect(body).toEqual(front.body)
  }
  expect([existsSync(process.env.EVIDENCE_DIR ?? ''), await pending()]).toEqual([true, 0])
})

test('a mission that nobody has claimed refuses everybody', async () => {
  const { id } = await seedMission(await openSession(world.base, world.sql))
  expectError(await sendUpload(world.base, contributor, id, fileBody('x')), 403, 'forbidden')
})

test('a client that is refused at once may send its whole file, and then reads why', async () => {
  const body = fileBody(Buffer.alloc(FILE_BYTES_MAX, 'k'))
  const socket = net.connect({ port: Number(new URL(world.base).port), host: '127.0.0.1' })
  const answer = text(socket)
  await once(socket, 'connect')
  const send = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (fault) => (fault ? reject(fault) : resolve()))
    })
  await send(uploadHead(contributor, UNKNOWN_ID, body, { key: 'none' }))
  for (let sent = 0; sent < body.length; sent += PIECE_BYTES) await send(body.subarray(sent, sent + PIECE_BYTES))
  expect(await answer).toMatch(/^HTTP\/1\.1 400 (?:.|\s)*"field":"Idempotency-Key"/)
})
