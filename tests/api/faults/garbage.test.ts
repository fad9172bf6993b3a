import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'
import { effort } from '@/tests/support/effort'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { randomOf } from '@/tests/support/random'
import { type Request, type Response, request } from '@/tests/support/request'
import { draftChallenge, provenMission } from '@/tests/support/story'
import { exampleBody, named, pathOf, UNKNOWN_ID } from '@/tests/support/walk'

const REQUESTS_AN_ENDPOINT = effort({ usual: 20, long: 500 })

let cluster: Cluster
let credentials: Record<string, string>[]
let passing: Record<string, string>
let ids: string[]
beforeAll(async () => {
  cluster = await openCluster(1)
  const [owner, verifier] = [await cluster.wallet(), await cluster.verifier()]
  const { mission, proof } = await provenMission(owner, await cluster.wallet())
  ids = [(await draftChallenge(owner)).id, mission.id, mission.milestones[0].id, proof.id, UNKNOWN_ID]
  credentials = [owner.authorization, verifier.authorization]
  passing = (await cluster.wallet()).authorization
})
afterAll(() => cluster.close())

const deep = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inside) => [inside], 'x')

// biome-ignore format: a list of values, several to a line
const HOSTILE: readonly unknown[] = [
  null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', ' ', '\n', 'x', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', 'a'.repeat(5_000), '😀'.repeat(200),
  '\u202edrow', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚'.repeat(40), "'; DROP TABLE \"Mission\"; --", '#{7*7}', '%s%n', '{{7}}', '<script>', '../../etc/passwd', '__proto__', 'constructor', [], {}, [null], [[]],
  { length: 1e9 }, { toString: 'x' }, JSON.parse('{"then":1}'), deep(500), Array(1_000).fill(0), 'NaN', 'Infinity', '1e5', '-0', '9'.repeat(400), '0x', `0x${'g'.repeat(130)}`, `0x${'0'.repeat(130)}`,
  `0x${'f'.repeat(130)}`, `0x${'0'.repeat(64)}`, '2026-02-30', '0000-00-00', '0001-01-01', '99999-01-01', '2026-13-01', '2026-1-1', '9999-12-31', 'javascript:alert(1)', 'http://', 'https://', 'https://user:secret@example.org/',
  'https://[::1', 'https://exa mple.org', `https://example.org/${'a'.repeat(2_048)}`, 'file:///etc/passwd', '//example.org', 'https://\u0000', 'https://community.example@evil.example/board/lobby/1',
]

const BROKEN_TEXTS: readonly ((text: string, at: number) => string | Uint8Array)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)}\u0000${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}"${text.slice(at)}`,
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `[${text}]`,
  (text) => Buffer.from(text, 'utf16le'),
  (text, at) => Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from([0xff, 0xfe]), Buffer.from(text.slice(at))]),
  () => '[['.repeat(6_000),
  () => '{"a":'.repeat(4_000),
  () => `{"a":"${'\\u0000'.repeat(3_000)}"}`,
  () => '-',
  () => '1e999999',
]

// biome-ignore format: a list of values, several to a line
const QUERIES = ['?limit=%00', '?cursor=%ff', '?limit=1&limit=2', '?q=%F0%28%8C%BC', '?state=__proto__', '?owner=%2e%2e', `?q=${'a'.repeat(3_000)}`, '?&&&=&=', '?%', '?constructor=1', '?toString', `?cursor=${'A'.repeat(64)}`]
// biome-ignore format: a list of values, several to a line
const SEGMENTS = ['%2e%2e', '%00', '%', '%zz', '..;', '*', '~', "'", '%F0%9F%98%80', 'a'.repeat(2_000), '0', '-1', '{id}', '$(id)', '%0d%0aX:1', 'null', '[object%20Object]']
// biome-ignore format: a list of values, several to a line
const HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'application/json;charset' }, { 'content-type': ';;;' }, { 'content-type': 'application/json; charset=utf-16' }, { 'idempotency-key': '%00%00%00%00%00' }, { 'idempotency-key': '../../../..' },
  { authorization: `Bearer ${'x'.repeat(6_000)}` }, { authorization: 'Bearer  ' }, { authorization: 'Digest a="b"' }, { cookie: 'svc_session=' }, { cookie: `svc_session=Fe26.2**${'a'.repeat(500)}*b*c**d*e` }, { cookie: ';;;=;=' },
  { origin: '%' }, { origin: 'http://' }, { origin: 'http://localhost:99999' }, { 'sec-fetch-site': 'cross-site' }, { 'if-none-match': '"' }, { 'x-forwarded-for': "', ', DROP" }, { 'accept-encoding': 'zstd;q=banana' }, { range: 'bytes=9-1' }, { expect: 'nothing' },
]

interface Thrown {
  readonly sent: Request
  /** Whether nothing but a refusal can be right. */
  readonly isBad: boolean
}

function pick<T>(list: readonly T[], next: (below: number) => number): T {
  return list[next(list.length)] as T // an index below the length
}

/** Whether the endpoint's own schema, or JSON itself, does not allow a body. */
function isBadBody(endpoint: Endpoint, body: string | Uint8Array): boolean {
  try {
    const sent: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body)),
    )
    const isSecond = isJsonObject(sent) && ('nonce' in sent || 'signature' in sent)
    const schema = endpoint.steps ? (isSecond ? endpoint.steps.sign : endpoint.steps.prepare) : endpoint.body
    return !isJsonObject(sent) || schema?.safeParse(sent).success === false
  } catch {
    return true
  }
}

/** A request that has one thing wrong with it. */
function garbage(endpoint: Endpoint, next: (below: number) => number): Thrown {
  const isWrite = endpoint.method !== 'GET'
  // A session that a test may end is nobody else's.
  const session = endpoint.access === 'session' ? passing : pick(credentials, next)
  const headers = {
    ...session,
    ...(isWrite ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
  }
  const body = isWrite ? exampleBody(endpoint) : undefined
  const text = JSON.stringify(body)
  const good = { method: endpoint.method, path: pathOf(endpoint, pick(ids, next)), headers, body: text }
  const kind = next(isWrite ? 5 : 3)
  if (kind === 0) return { sent: { ...good, path: good.path + pick(QUERIES, next) }, isBad: false }
  if (kind === 1) {
    const segment = pick(SEGMENTS, next)
    const path = endpoint.path.includes('{')
      ? endpoint.path.replaceAll(/\{\w+\}/g, () => segment)
      : `${endpoint.path}/${segment}`
    return { sent: { ...good, path }, isBad: true }
  }
  if (kind === 2) return { sent: { ...good, headers: { ...headers, ...pick(HEADERS, next) } }, isBad: false }
  const field = pick(
    [...Object.keys(body ?? {}), ...Object.keys((endpoint.steps?.sign ?? endpoint.body)?.shape ?? {}), 'x'],
    next,
  )
  const broken =
    kind === 3
      ? pick(BROKEN_TEXTS, next)(text, next(text.length))
      : JSON.stringify({ ...body, [field]: pick(HOSTILE, next) })
  return { sent: { ...good, body: broken }, isBad: isBadBody(endpoint, broken) }
}

function expectRefused(answer: Response, { sent, isBad }: Thrown): void {
  const told = `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)} ${String(sent.body).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.status, told).toBeLessThan(500)
  if (isBad) expect(answer.status, told).toBeGreaterThanOrEqual(400)
  if (answer.status < 400) return
  expect(Object.keys(answer.body?.error ?? {}), told).toEqual(['code', 'message', 'field'])
}

/** A stream whose request is right does not end; what it refuses is what the list of its events refuses. */
const ending = contracts.filter(({ kind }) => kind !== 'stream')

describe.each(named(ending))('%s', (_name, endpoint) => {
  test(`refuses ${REQUESTS_AN_ENDPOINT} malformed requests with 4xx and the error object`, async () => {
    const random = randomOf(contracts.indexOf(endpoint) + 1)
    const next = (below: number) => Math.floor(random() * below)
    const thrown = Array.from({ length: REQUESTS_AN_ENDPOINT }, () => garbage(endpoint, next))
    const answers = await Promise.all(thrown.map(({ sent }) => request(cluster.base, sent)))
    for (const [place, answer] of answers.entries()) expectRefused(answer, thrown[place] as Thrown) // one for each
  })
})

test('after all of it the service is well and has logged no failure', async () => {
  expect((await cluster.get('/api/health')).body).toEqual({ ok: true })
  expect(cluster.instances.map((instance) => instance.log())).toEqual([''])
})
