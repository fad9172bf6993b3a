import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { type Endpoint, writesRecord } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'
import type { Json } from '@/tests/support/client'
import { named } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let document: Json
const ajv = new Ajv2020({ strict: false, allErrors: true })
beforeAll(async () => {
  world = await openWorld()
  document = (await world.get('/api/v1/openapi.json')).body
  addFormats(ajv)
  ajv.addSchema(document, 'openapi')
})
afterAll(() => world.close())

/** Every value in the document with the way to it. */
function* walk(value: unknown, path: readonly string[] = []): Generator<{ path: readonly string[]; value: unknown }> {
  yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, [...path, name])
}

/** Whether a place lies within an example, where `$ref` and the like are only data. */
const isData = (path: readonly string[]) =>
  path.includes('example') || path.includes('examples') || path.includes('const')

function follow(pointer: string): unknown {
  return pointer
    .replace(/^#\//, '')
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), document)
}

const pointerOf = (path: readonly string[]) =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

/** A schema by its place in the document, so that what it refers to is found. */
function faults(path: readonly string[], value: unknown): string | null {
  const validate = ajv.getSchema(`openapi#/${pointerOf(path)}`) ?? ajv.compile({ $ref: `openapi#/${pointerOf(path)}` })
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

const operationOf = ({ path, method }: { path: string; method: string }): Json =>
  document.paths[path]?.[method.toLowerCase()]
const deref = (value: Json): Json => (typeof value?.$ref === 'string' ? follow(value.$ref) : value)

/** The credentials that an endpoint takes; `none` where it also answers without. */
function schemesOf({ access, viewer, seesMore }: Endpoint): string[] {
  if (access === 'public') return viewer || seesMore ? ['none', 'session', 'bearer'] : []
  return access === 'cron' ? ['cron'] : ['session', 'bearer']
}

test('is OpenAPI 3.1.0 and describes version 1.0.0 of this service', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ version: '1.0.0', title: expect.stringMatching(/./) })
  expect(document.servers).toEqual([{ url: world.base }])
})

test('names the credentials of each operation, also where none is needed', () => {
  const securityOf = (operationId: string) =>
    operationOf(contracts.find((endpoint) => endpoint.operationId === operationId) ?? expect.fail()).security
  const ofWallet = [{ session: [] }, { bearer: [] }]
  for (const seesMore of ['listPlatformPosts', 'listWaiting', 'openAgentRequest', 'getSession'])
    expect(securityOf(seesMore), seesMore).toEqual([{}, ...ofWallet])
  expect([securityOf('getMission'), securityOf('claimMission')]).toEqual([[], ofWallet])
})

test('describes the size of a page as a number between its bounds, in every list', () => {
  const limits = contracts.flatMap((endpoint) =>
    (operationOf(endpoint).parameters ?? []).map(deref).filter(({ name }: Json) => name === 'limit'),
  )
  expect(limits.length).toBeGreaterThan(10)
  for (const { schema } of limits) expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
})

test('names what a write can be answered for the `Agent-Request` that it takes', () => {
  const takers = contracts.filter((endpoint) =>
    operationOf(endpoint).parameters?.some((parameter: Json) => deref(parameter).name === 'Agent-Request'),
  )
  expect(takers.length).toBeGreaterThan(20)
  for (const endpoint of takers)
    expect(Object.keys(operationOf(endpoint).responses), endpoint.operationId).toEqual(
      expect.arrayContaining(['403', '404', '409', '410']),
    )
})

test('has the parts of an OpenAPI document and no others', () => {
  expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers', 'tags'])
  expect(Object.keys(document.components).sort()).toEqual([
    'headers',
    'parameters',
    'responses',
    'schemas',
    'securitySchemes',
  ])
  const { schemas, parameters, responses } = document.components
  for (const name of [schemas, parameters, responses].flatMap(Object.keys)) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
})

test('describes every endpoint, and nothing that does not exist', () => {
  const described = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(contracts.map(({ method, path }) => `${method} ${path}`).sort())
})

test('every reference leads somewhere', () => {
  const references = [...walk(document)].filter(
    ({ path, value }) => path.at(-1) === '$ref' && !isData(path) && typeof value === 'string',
  )
  expect(references.length).toBeGreaterThan(50)
  for (const { path, value } of references) expect(follow(String(value)), `${path.join('.')} → ${value}`).toBeDefined()
})

test('every component is used', () => {
  const used = new Set([...walk(document)].filter(({ path }) => path.at(-1) === '$ref').map(({ value }) => value))
  const made = Object.entries<Json>(document.components).flatMap(([kind, entries]) =>
    kind === 'securitySchemes' ? [] : Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
  )
  expect(made.filter((pointer) => !used.has(pointer))).toEqual([])
})

test('every schema is a JSON Schema of draft 2020-12', () => {
  const schemas = [...walk(document)].filter(
    ({ path }) => !isData(path) && (path.at(-1) === 'schema' || (path.length === 3 && path[1] === 'schemas')),
  )
  expect(schemas.length).toBeGreaterThan(50)
  for (const { path, value } of schemas)
    expect(ajv.validateSchema(value as Json), `${path.join('.')}: ${ajv.errorsText(ajv.errors)}`).toBe(true)
})

test('every example is allowed by its own schema', () => {
  const shown = [...walk(document)].filter(
    ({ path, value }) => !isData(path) && isJsonObject(value) && 'example' in value && 'schema' in value,
  )
  expect(shown.length).toBeGreaterThan(100)
  for (const { path, value } of shown)
    expect(faults([...path, 'schema'], (value as Json).example), path.join('.')).toBeNull()
})

const answerOf = (path: string) => document.paths[path].get.responses['200'].content['application/json'].example

test('an example shows a record at its beginning, not one that is at once in its first state and ended', () => {
  const { challenge } = answerOf('/api/v1/challenges/{id}')
  expect(challenge).toMatchObject({ state: 'DRAFT', submissions: { A: null, B: null } })
  expect([challenge.decision, challenge.cancellation, challenge.missionId]).toEqual([null, null, null])
  const { mission } = answerOf('/api/v1/missions/{id}')
  expect(mission).toMatchObject({ state: 'SEED', milestones: [{ status: 'Pending', verified: false }] })
  expect([mission.outcome, mission.receiptId, mission.recordedBy]).toEqual([null, null, null])
  for (const { proofs, files, seeds } of [mission, answerOf('/api/projects/{id}').project])
    expect([proofs, files, seeds]).toEqual([[], [], []])
  expect(answerOf('/api/v1/missions/{id}/proof').proofs).toMatchObject([{ status: 'submitted', reviews: [] }])
  expect(JSON.stringify(answerOf('/api/v1/challenges'))).not.toContain('withheld')
})

test('an example shows the record that an answer consists of, also where there may be none', () => {
  expect(answerOf('/api/auth/session').session).toMatchObject({ isAdmin: false, isVerifier: false })
  expect(answerOf('/api/v1/private-feed').privateFeed).not.toBeNull()
  expect(answerOf('/api/v1/challenges/{id}/musebook').link.channel).toEqual(expect.any(String))
})

test('a schema’s own example is allowed by it', () => {
  const schemas = [...walk(document)].filter(
    ({ path, value }) => !isData(path) && isJsonObject(value) && 'example' in value && 'type' in value,
  )
  expect(schemas.length).toBeGreaterThan(20)
  for (const { path, value } of schemas) expect(faults(path, (value as Json).example), path.join('.')).toBeNull()
})

test('there are two ways to be known: the cookie and the bearer token', () => {
  expect(document.components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'svc_session' },
    bearer: { type: 'http', scheme: 'bearer' },
  })
})

test('the error object names every code of the interface', () => {
  expect(document.components.schemas.Error.properties.error.properties.code.enum.sort()).toEqual([
    'conflict',
    'expired',
    'forbidden',
    'idempotency_key_required',
    'idempotency_key_reused',
    'internal_error',
    'invalid_request',
    'method_not_allowed',
    'not_found',
    'payload_too_large',
    'rate_limited',
    'unauthenticated',
    'unavailable',
    'unsupported_media_type',
  ])
  expect(document.components.schemas.Error.properties.error.required).toEqual(['code', 'message', 'field'])
})

test('every tag of an operation is explained, and none is idle', () => {
  const used = new Set(contracts.map((endpoint) => operationOf(endpoint).tags[0]))
  expect(new Set(document.tags.map((tag: Json) => tag.name))).toEqual(used)
})

describe.each(named(contracts))('%s', (_name, endpoint) => {
  test('says what it is, who may ask, and every way it answers', () => {
    const operation = operationOf(endpoint)
    expect(operation.operationId).toBe(endpoint.operationId)
    expect(operation.summary).toMatch(/^[A-Z].*\.$/)
    expect(operation.description).toContain(`Access: ${endpoint.access}.`)
    const errors = Object.entries<Json>(operation.responses).filter(([status]) => Number(status) >= 400)
    expect(errors.map(([status]) => status)).toEqual(expect.arrayContaining(['500', '503']))
    for (const [status, response] of errors) {
      const { description, content, headers } = deref(response)
      expect(description, status).toMatch(/\.$/)
      expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' })
      const told = ['X-Request-Id', ...(endpoint.limit && status !== '500' ? ['RateLimit', 'RateLimit-Policy'] : [])]
      const own = { 401: ['WWW-Authenticate'], 429: ['Retry-After'], 503: ['Retry-After'] }[status] ?? []
      expect(Object.keys(headers).sort(), status).toEqual([...told, ...own].sort())
    }
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const { content = {} } = deref(response)
      expect(Object.keys(content).length > 0, status).toBe(status !== '304')
      for (const { example } of Object.values<Json>(content)) expect(example).toBeDefined()
    }
  })

  test('names each parameter of its path and query once', () => {
    const parameters: Json[] = (operationOf(endpoint).parameters ?? []).map(deref)
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    )
    expect(inPath.every((parameter) => parameter.required === true)).toBe(true)
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    expect(inQuery.map((parameter) => parameter.name)).toEqual(Object.keys(endpoint.query?.shape ?? {}))
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length)
  })

  test('asks for the key, the session and the body that its kind needs', () => {
    const operation = operationOf(endpoint)
    const isWrite = writesRecord(endpoint)
    const keyed = (operation.parameters ?? [])
      .map(deref)
      .some(
        (parameter: Json) => parameter.in === 'header' && parameter.name === 'Idempotency-Key' && parameter.required,
      )
    expect(keyed).toBe(isWrite)
    expect('requestBody' in operation).toBe(endpoint.method !== 'GET')
    const schemes = operation.security.map((one: Json) => Object.keys(one)[0] ?? 'none')
    expect(schemes).toEqual(schemesOf(endpoint))
    const writes = ['400', '401', '403', '413', '415', '422', '428', '429']
    const done = ['200', String(endpoint.status)]
    if (isWrite) expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([...done, ...writes]))
    else for (const status of ['422', '428']) expect(operation.responses).not.toHaveProperty(status)
  })

  test('describes what is no JSON: a file that is sent, a file that is answered', () => {
    const operation = operationOf(endpoint)
    const sent = Object.keys(operation.requestBody?.content ?? {})
    if (endpoint.kind === 'upload') {
      expect(sent).toEqual(['multipart/form-data'])
      const [file] = operation.requestBody.content['multipart/form-data'].schema.allOf
      expect([file.required, file.properties.file.format]).toEqual([['file'], 'binary'])
    } else expect(sent).toEqual(endpoint.method === 'GET' ? [] : ['application/json'])
    const answered = Object.keys(operation.responses['200']?.content ?? {})
    if (endpoint.kind === 'download') expect(answered).toEqual(endpoint.types)
    else if (endpoint.kind === 'stream') expect(answered).toEqual(['text/event-stream'])
    else if (operation.responses['200']) expect(answered).toEqual(['application/json'])
  })

  test('shows both calls where it takes two, and one where it takes one', () => {
    const operation = operationOf(endpoint)
    const body = operation.requestBody?.content['application/json']?.schema
    const step = operation.responses['200']?.content['application/json']?.schema
    const answers: Json[] = (step?.oneOf ?? [step]).map(deref)
    const isTried = answers.some((schema: Json) => schema?.required?.includes('dryRun'))
    expect(isTried).toBe(writesRecord(endpoint))
    if (endpoint.kind === 'signed') {
      expect(body.oneOf.map(deref).map((schema: Json) => schema.required)).toEqual([
        expect.arrayContaining(['verdict']),
        ['nonce', 'signature'],
      ])
      expect(answers[0]?.required).toEqual(['signatureRequired', 'nonce', 'message', 'expiresAt'])
    } else {
      expect(body?.oneOf).toBeUndefined()
      expect(answers.length).toBe(isTried ? 2 : 1)
    }
  })
})
