import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { Components, exampleOf, type JsonSchema } from '@/lib/api/openapi-schemas'
import type { Endpoint } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'
import { parseUrl } from '@/lib/url'
import { hostileUrls, privateUrls, type Targets } from '@/tests/api/legacy/hostile-url-list'
import type { Actor, Reply } from '@/tests/support/client'
import {
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
  threadOf,
} from '@/tests/support/misbehaving-platform'
import { type Outgoing, recordOutgoing } from '@/tests/support/outgoing'
import { runSchedule } from '@/tests/support/platform-world'
import { openSession } from '@/tests/support/session'
import { awaitingChallenge, claimedMission, draftChallenge, seedMission } from '@/tests/support/story'
import { pathOf } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

// Whatever URL anybody sends in whichever field, no request leaves for anything but the platform's host, and the platform
// is asked by a post's number alone.

let platform: MisbehavingPlatform
let trap: MisbehavingPlatform
let world: World
let outgoing: Outgoing
let targets: Targets
/** What the platform was asked for. */
let asked: string[]
/** Where connections of the test itself go. */
let own: string[]

const page: Behaviour = (request, response) => {
  asked.push(request.url ?? '')
  const post = new URL(request.url ?? '/', platform.base).searchParams.get('post')
  response.writeHead(200, { 'content-type': post ? 'application/json' : 'text/html' })
  response.end(
    post
      ? threadOf([nodeOf(2)], 'lobby', Number(post))
      : '<html><head><meta property="og:title" content="A post"></head></html>',
  )
}

beforeAll(async () => {
  ;[platform, trap] = await Promise.all([openMisbehavingPlatform(), openMisbehavingPlatform()])
  world = await openWorld({ environment: { COMMUNITY_URL: platform.base } })
  const database = new URL(world.databaseUrl)
  const databasePort = Number(database.port)
  targets = { platform: platform.base, trapPort: Number(new URL(trap.base).port), databasePort }
  own = [new URL(world.base).host, `127.0.0.1:${new URL(world.base).port}`, `${database.hostname}:${databasePort}`]
  outgoing = recordOutgoing()
})
beforeEach(() => {
  asked = []
  platform.behave(page)
  outgoing.forget()
})
afterAll(async () => {
  outgoing?.stop()
  await world?.close()
  await Promise.all([platform?.close(), trap?.close()])
})

const platformHost = () => new URL(platform.base).host

/** Nobody but the platform was connected to or looked up, and it was asked for posts by their numbers. */
function expectOnlyPlatform(): void {
  expect(outgoing.connections([...own, platformHost()])).toEqual([])
  expect(outgoing.lookups(['localhost', '127.0.0.1'])).toEqual([])
  expect(trap.asked()).toBe(0)
  expect(asked.filter((target) => !/^\/(p\/\d{1,15}|api\/thread\.json\?post=\d{1,15})$/.test(target))).toEqual([])
}

/** A field that is a URL: the names that lead to it, where a list is entered at its first item. */
type Way = readonly string[]

const asSchema = (value: unknown): JsonSchema => (isJsonObject(value) ? value : {})

function urlFields(schema: JsonSchema, components: Components): Way[] {
  const ref = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  if (ref !== undefined) return urlFields(components.schemas[ref] ?? {}, components)
  if (schema['format'] === 'uri') return [[]]
  if (schema['type'] === 'array') return urlFields(asSchema(schema['items']), components).map((way) => ['0', ...way])
  const variants = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const properties = Object.entries(asSchema(schema['properties']))
  return [
    ...variants.flatMap((variant) => urlFields(asSchema(variant), components)),
    ...properties.flatMap(([name, inner]) => urlFields(asSchema(inner), components).map((way) => [name, ...way])),
  ]
}

interface Field {
  readonly endpoint: Endpoint
  readonly way: Way
}

const fields: Field[] = contracts.flatMap((endpoint) => {
  const components = new Components()
  const shapes = [endpoint.body, endpoint.query, endpoint.steps?.prepare, endpoint.steps?.sign]
  return shapes.flatMap((shape) =>
    shape ? urlFields(components.schemaOf(shape, 'input'), components).map((way) => ({ endpoint, way })) : [],
  )
})

/** An example of one field of a body, which the example of the whole leaves out if it is optional. */
function exampleOfField({ body }: Endpoint, name: string): unknown {
  const components = new Components()
  const field = body?.shape[name]
  return field && exampleOf(components.schemaOf(field, 'input'), components)
}

/** The contract's own example with a URL put where the way leads. */
function bodyWith({ endpoint, way }: Field, url: string): Record<string, unknown> {
  const [first = ''] = way
  const example = asSchema(endpoint.example)
  const body = structuredClone({ ...example, [first]: way.length > 1 ? exampleOfField(endpoint, first) : url })
  const last = way.at(-1) ?? ''
  const inside = way.slice(0, -1).reduce<unknown>((at, name) => asList(at)[name], body)
  if (isJsonObject(inside)) inside[last] = url
  return body
}

const asList = (value: unknown): Record<string, unknown> =>
  Array.isArray(value) ? Object.fromEntries(value.map((item, at) => [String(at), item])) : asSchema(value)

interface Stage {
  readonly actor: Actor
  readonly id?: string
}

const wallet = () => openSession(world.base, world.sql)
const owned = (make: (actor: Actor) => Promise<{ id: string }>) => async (): Promise<Stage> => {
  const actor = await wallet()
  return { actor, id: (await make(actor)).id }
}

/** Where each write finds a record that would take it, so that nothing but the URL can be wrong. */
const STAGES: Record<string, () => Promise<Stage>> = {
  recordResponseLink: owned((actor) => draftChallenge(actor)),
  recordBattleResponse: owned((actor) => draftChallenge(actor)),
  linkDiscussion: owned((actor) => draftChallenge(actor)),
  submitDecision: owned((actor) => awaitingChallenge(world, actor)),
  submitProof: async () => {
    const actor = await wallet()
    const { milestones } = await claimedMission(await wallet(), actor)
    return { actor, id: milestones[0].id }
  },
  makeCommitment: owned((actor) => seedMission(actor)),
  recordFunding: owned((actor) => seedMission(actor)),
  addEvidence: owned((actor) => seedMission(actor)),
  settlePlatformPost: uncertainPost,
  settleMusebookPost: uncertainPost,
}

/** A post whose answer was lost, no longer looked for. */
async function uncertainPost(): Promise<Stage> {
  const actor = await world.admin()
  const { id: challengeId } = await draftChallenge(await wallet())
  const { item } = (await actor.post('/api/v1/platform-outbox', { kind: 'announce', challengeId, channel: 'lobby' }))
    .body
  const lost = `UPDATE "OutboxItem" SET state = 'uncertain', attempts = 1, "attemptedAt" = now() - interval '2 days'`
  await world.sql.query(`${lost} WHERE id = $1`, [item.id])
  return { actor, id: item.id }
}

async function stageOf({ endpoint }: Field): Promise<Stage> {
  const make = STAGES[endpoint.operationId]
  return make ? make() : { actor: await wallet() }
}

async function sendTo(field: Field, url: string, { actor, id }: Stage): Promise<Reply> {
  const { endpoint, way } = field
  if (endpoint.method === 'GET') return world.get(`${endpoint.path}?${way[0]}=${encodeURIComponent(url)}`)
  return world.send(endpoint.method, pathOf(endpoint, id), bodyWith(field, url), { headers: actor.authorization })
}

/** What each field takes: a post of the platform, what everybody can open, or either of them. */
const TAKES = {
  'importPost url': 'post',
  'submitDecision decisionUrl': 'post',
  'createMission sourceUrl': 'post',
  'createProject sourceUrl': 'post',
  'linkDiscussion originPostUrl': 'post',
  'settlePlatformPost postUrl': 'post',
  'settleMusebookPost postUrl': 'post',
  'makeCommitment url': 'public',
  'recordFunding transactionUrl': 'public',
  'addEvidence url': 'public',
  'submitProof url': 'public',
  'createChallenge submissions.0.url': 'either',
  'createBattle submissions.0.url': 'either',
  'recordResponseLink url': 'either',
  'recordBattleResponse url': 'either',
} as const satisfies Record<string, 'post' | 'public' | 'either'>

const isKnown = (name: string): name is keyof typeof TAKES => Object.hasOwn(TAKES, name)

const nameOf = ({ endpoint, way }: Field) => `${endpoint.operationId} ${way.join('.')}`
const rows = fields.map((field) => [nameOf(field), field] as const)

test('the walk finds every URL field there is', () => {
  expect(fields.map(nameOf).sort()).toEqual(Object.keys(TAKES).sort())
})

test('the recorder sees what leaves, and the trap counts who comes', async () => {
  const seen = openTrap()
  try {
    await fetch(`http://localtest.localhost:${(await seen).port}/`).catch(() => undefined)
    expect(outgoing.connections(own).join()).toContain(String((await seen).port))
    expect((await world.get(`/api/import?url=${encodeURIComponent(`${platform.base}/p/42`)}`)).status).toBe(200)
    expect(outgoing.connections(own)).toContain(platformHost())
    expect(asked).toEqual(['/p/42'])
  } finally {
    await (await seen).close()
  }
})

async function openTrap(): Promise<{ port: string; close(): Promise<void> }> {
  const other = await openMisbehavingPlatform()
  return { port: new URL(other.base).port, close: () => other.close() }
}

const AT_ONCE = 8

/** Sends each URL to a record that would take it: a new one after each that was taken. */
async function sendAll(field: Field, urls: readonly string[]): Promise<{ url: string; reply: Reply }[]> {
  const left = [...urls]
  const answers: { url: string; reply: Reply }[] = []
  const lane = async () => {
    let stage = await stageOf(field)
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      const reply = await sendTo(field, url, stage)
      answers.push({ url, reply })
      if (reply.status === 201) stage = await stageOf(field)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return answers
}

/** Holds what was taken against what the field may take. */
function expectWelcome(takes: 'post' | 'public' | 'either', url: string): void {
  const { origin, protocol, pathname, username, hostname } = new URL(url)
  expect(username, url).toBe('')
  if (takes === 'post') {
    expect([origin, pathname], url).toEqual([platform.base, expect.stringMatching(/^\/(board\/[^/]+|p)\/\d+\/?$/)])
    return
  }
  if (takes === 'either' && origin === platform.base) return
  expect(hostname, url).toMatch(/^[a-z0-9.-]+\.[a-z]+\.?$/)
  expect(protocol, url).toBe('https:')
}

test.each(rows)('%s: whatever is sent, nobody but the platform is asked', async (name, field) => {
  if (!isKnown(name)) throw new Error('What it takes is not told in this test.')
  const urls = hostileUrls(targets)
  const answers = await sendAll(field, urls)
  expect(answers).toHaveLength(urls.length)
  for (const { url, reply } of answers) {
    expect([200, 201, 400], `${JSON.stringify(url)}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
    if (reply.status === 400) expect(reply.body.error.field, url).toBe(field.way.join('.'))
    else expectWelcome(TAKES[name], url)
  }
  const isPrivate = new Set([...privateUrls(targets, 'https'), ...privateUrls(targets, 'http')])
  const taken = answers.filter(({ url, reply }) => isPrivate.has(url) && reply.status !== 400)
  expect(
    taken.map(({ url }) => url),
    'URLs on private hosts',
  ).toEqual([])
  await turn()
  expectOnlyPlatform()
})

test('what was kept of it is fetched by no round of the schedule', async () => {
  await runSchedule(world)
  expectOnlyPlatform()
})

/** The bytes of a text, without the characters that no header can hold. */
const asHeader = (text: string) =>
  ['\r', '\n', '\u0000'].reduce((left, bad) => left.replaceAll(bad, ''), Buffer.from(text).toString('latin1'))

describe('a redirect of the platform is followed within its host only', () => {
  const redirect =
    (location: string): Behaviour =>
    (request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: asHeader(location) })
      response.end()
    }
  /** Those that, from where the platform stands, lead away from it. */
  const leading = () =>
    hostileUrls(targets).filter((url) => {
      const from = `${platform.base}/p/42`
      const parsed = parseUrl(url, from)
      return parsed !== null && parsed.origin !== platform.base
    })

  test('an import is 503', async () => {
    const urls = leading()
    expect(urls.length).toBeGreaterThan(150)
    for (const url of urls) {
      platform.behave(redirect(url))
      const reply = await world.get(`/api/import?url=${encodeURIComponent(`${platform.base}/p/42`)}`)
      expect(reply.status, url).toBe(503)
    }
    expectOnlyPlatform()
  })

  test('a project is created without a preview', async () => {
    const [endpoint] = contracts.filter(({ operationId }) => operationId === 'createProject')
    if (!endpoint) throw new Error('There is such an endpoint.')
    platform.behave(redirect(`http://127.0.0.1:${targets.trapPort}/board/lobby/42`))
    const field = { endpoint, way: ['sourceUrl'] }
    const reply = await sendTo(field, `${platform.base}/p/42`, await stageOf(field))
    expect([reply.status, reply.body.project.sourcePost]).toEqual([201, null])
    expectOnlyPlatform()
  })
})
