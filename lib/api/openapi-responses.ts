import { createsRecord } from '@/lib/api/location'
import { asObject, type Components, exampleOf, type JsonSchema } from '@/lib/api/openapi-schemas'
import { DryRun, type Endpoint, isOpenToAnySite, writesRecord } from '@/lib/contract/endpoint'
import { SignatureRequired } from '@/lib/contract/signed-step'
import { ERROR_MEANING, ERROR_STATUS, type ErrorCode } from '@/lib/errors'

// The responses of endpoints in the OpenAPI document.

const WRITE_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_key_required',
  'rate_limited',
]

/** What a write can be answered for its `Agent-Request`, beside `forbidden`. */
const AGENT_REQUEST_ERRORS: readonly ErrorCode[] = ['not_found', 'conflict', 'expired']

/** The errors that all endpoints of a kind share. A contract names the further ones of its endpoint. */
const KIND_ERRORS: Record<Endpoint['kind'], readonly ErrorCode[]> = {
  read: [],
  write: [...WRITE_ERRORS, ...AGENT_REQUEST_ERRORS],
  signed: [...WRITE_ERRORS, ...AGENT_REQUEST_ERRORS],
  upload: WRITE_ERRORS,
  download: [],
  stream: [],
  call: ['invalid_request', 'forbidden', 'payload_too_large', 'unsupported_media_type'],
}

/** Every error that an endpoint can return. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...KIND_ERRORS[endpoint.kind], ...endpoint.errors])
  // A request that is not valid HTTP, or names no host, is refused at every address.
  codes.add('invalid_request')
  if (endpoint.limit) codes.add('rate_limited')
  if (endpoint.access !== 'public') codes.add('unauthenticated')
  codes.add('internal_error').add('unavailable')
  return [...codes]
}

export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'field'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        message: { type: 'string', description: 'A full sentence, safe to show.' },
        field: { type: ['string', 'null'], description: 'The field that is wrong, where one is.' },
      },
    },
  },
}

/** A refusal. @param isCounted whether its endpoint has a limit. */
const refusal = (code: ErrorCode, isCounted: boolean): JsonSchema => ({
  description: ERROR_MEANING[code],
  headers: errorHeaders(code, isCounted),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { error: { code, message: ERROR_MEANING[code].replaceAll('`', ''), field: null } },
    },
  },
})

/** One response for each error: no two codes share a status. */
export function errorResponses(endpoint: Endpoint, { responses }: Components): Record<string, unknown> {
  const isCounted = endpoint.limit !== undefined
  return Object.fromEntries(
    errorsOf(endpoint).map((code) => {
      const name = isCounted ? `${code}_counted` : code
      responses[name] ??= refusal(code, isCounted)
      return [String(ERROR_STATUS[code]), { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** The response headers. */
export const HEADERS = {
  ETag: {
    schema: { type: 'string' },
    description: 'The version of this answer, for `If-None-Match` (RFC 9110 §8.8.3).',
  },
  'Idempotency-Replayed': {
    schema: { type: 'string', enum: ['true'] },
    description: 'Only where this is the first answer to the same `Idempotency-Key`, told again.',
  },
  Location: {
    schema: { type: 'string', format: 'uri-reference' },
    description: 'Where the record is read that was created; in a replay too.',
  },
  RateLimit: {
    schema: { type: 'string' },
    description: 'What is left of each limit that applied: `"write-wallet";r=39;t=412` (IETF httpapi draft).',
  },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'Each limit that applied, with its window in seconds: `"write-wallet";q=40;w=600`.',
  },
  'X-Request-Id': {
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
    description:
      'The id of the request, on every answer, and in the service’s log where the request has a line there: the trace of its `traceparent` where it came with one (W3C Trace Context), else a new one.',
  },
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait before another try.' },
  'WWW-Authenticate': {
    schema: { type: 'string', enum: ['Bearer'] },
    description: 'How a wallet proves its session (RFC 9110 §11.6.1); a session’s cookie is taken too.',
  },
} as const

const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const

const headersOf = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of a refusal: those of limits where it may have been counted, which a fault is not told with. */
const errorHeaders = (code: ErrorCode, isCounted: boolean) =>
  headersOf(
    'X-Request-Id',
    ...(isCounted && code !== 'internal_error' ? LIMIT_HEADERS : []),
    ...(code === 'unauthenticated' ? (['WWW-Authenticate'] as const) : []),
    ...(code === 'rate_limited' || code === 'unavailable' ? (['Retry-After'] as const) : []),
  )

/** The headers of every successful response of an endpoint. */
function successHeaders(endpoint: Endpoint): Record<string, unknown> {
  const isVersioned = endpoint.kind === 'download' || (endpoint.kind === 'read' && isOpenToAnySite(endpoint))
  return headersOf(
    'X-Request-Id',
    ...(endpoint.limit ? LIMIT_HEADERS : []),
    ...(isVersioned ? (['ETag'] as const) : []),
  )
}

/**
 * The example of a response after that of its request: the record in it, which is its first field, has what the body said of it
 * and what the write made of it.
 */
function answerExample({ example, makes }: Endpoint, returns: JsonSchema, components: Components): unknown {
  const whole = asObject(exampleOf(returns, components))
  const [name, record] = Object.entries(whole)[0] ?? ['', null]
  const fields = Object.keys(asObject(record))
  const said = Object.entries(asObject(example)).filter(
    ([field, value]) => fields.includes(field) && typeof value !== 'object',
  )
  return {
    ...whole,
    ...(fields.length > 0 ? { [name]: { ...asObject(record), ...Object.fromEntries(said), ...makes } } : {}),
  }
}

const answer = (description: string, schema: JsonSchema, example: unknown): JsonSchema => ({
  description,
  content: { 'application/json': { schema, example } },
})

/** A file, in each of the media types it can have. */
function fileAnswer({ returns, types = [] }: Endpoint, components: Components): JsonSchema {
  const schema = components.schemaOf(returns, 'output')
  return {
    description: 'The file.',
    content: Object.fromEntries(types.map((type) => [type, { schema, example: 'A text.' }])),
  }
}

/** Describes one message: OpenAPI 3.1 cannot describe a sequence of them. */
function streamAnswer(endpoint: Endpoint, components: Components): JsonSchema {
  const schema = components.schemaOf(endpoint.returns, 'output')
  const example = `id: MQ\nevent: event\ndata: ${JSON.stringify(exampleOf(schema, components))}\n\n`
  return {
    description: 'Messages, each with one event as the JSON of its `data`.',
    content: {
      'text/event-stream': { schema: { type: 'string', contentMediaType: 'text/event-stream' }, example },
    },
  }
}

function bodiesOf(endpoint: Endpoint, components: Components): Record<string, JsonSchema> {
  if (endpoint.kind === 'download') return { [endpoint.status]: fileAnswer(endpoint, components) }
  if (endpoint.kind === 'stream') return { [endpoint.status]: streamAnswer(endpoint, components) }
  const returns = components.schemaOf(endpoint.returns, 'output')
  if (endpoint.kind === 'read' || endpoint.kind === 'call') {
    return { [endpoint.status]: answer('Success.', returns, exampleOf(returns, components)) }
  }
  const replayed = 'A replay of the first answer to this Idempotency-Key (`Idempotency-Replayed: true`).'
  const tried = components.schemaOf(DryRun, 'output')
  const dryRun = 'Or: what would be answered, to `Dry-Run: ?1`.'
  const example = answerExample(endpoint, returns, components)
  if (endpoint.status === 200)
    return { 200: answer(`Done. Or: ${replayed} ${dryRun}`, { oneOf: [returns, tried] }, example) }
  if (endpoint.kind !== 'signed') {
    return {
      200: answer(`${replayed} ${dryRun}`, { oneOf: [returns, tried] }, example),
      201: answer('Done, and saved.', returns, example),
    }
  }
  const prompt = components.schemaOf(SignatureRequired, 'output')
  return {
    200: answer(
      `Step 1: the message to sign. Or: ${replayed} ${dryRun}`,
      { oneOf: [prompt, returns, tried] },
      exampleOf(prompt, components),
    ),
    201: answer('Step 2: signed, and saved.', returns, example),
  }
}

/** Every successful response of an endpoint by its status. A response with an `ETag` can also be 304. */
export function successResponses(endpoint: Endpoint, components: Components): Record<string, unknown> {
  const headers = successHeaders(endpoint)
  const created = createsRecord(endpoint) ? headersOf('Location') : {}
  const responses = Object.entries(bodiesOf(endpoint, components)).map(([status, response]) => {
    const isReplay = writesRecord(endpoint) && status === '200'
    const replayed = isReplay ? headersOf('Idempotency-Replayed') : {}
    const location = isReplay || status === '201' ? created : {}
    return [status, { ...response, headers: { ...headers, ...replayed, ...location } }]
  })
  const unchanged = { description: 'The answer is the one that `If-None-Match` names.', headers }
  return { ...Object.fromEntries(responses), ...('ETag' in headers ? { 304: unchanged } : {}) }
}
