import { z } from 'zod'
import { contracts } from '@/lib/api/contracts'
import { Components, exampleOf, type JsonSchema } from '@/lib/api/openapi-schemas'
import { SESSION_COOKIE } from '@/lib/auth/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { outboxMachine, proposalMachine } from '@/lib/community/states'
import { DryRun, type Endpoint, type Tag, writesRecord } from '@/lib/contract/endpoint'
import { EVIDENCE_BYTES_MAX, IDEMPOTENCY_KEY, RATE_LIMITS } from '@/lib/contract/limits'
import { SignatureRequired } from '@/lib/contract/signed-step'
import { appUrl, serviceName } from '@/lib/env'
import { ERROR_MEANING, ERROR_STATUS, type ErrorCode } from '@/lib/errors'
import type { Row } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'

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

/** Refusals that every endpoint of a kind shares; its own stand in the contract. */
const KIND_ERRORS: Record<Endpoint['kind'], readonly ErrorCode[]> = {
  read: [],
  write: WRITE_ERRORS,
  signed: WRITE_ERRORS,
  upload: WRITE_ERRORS,
  download: [],
  stream: [],
  call: ['invalid_request', 'forbidden', 'payload_too_large', 'unsupported_media_type'],
}

/** Every refusal that an endpoint can answer with. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...KIND_ERRORS[endpoint.kind], ...endpoint.errors])
  if (endpoint.query) codes.add('invalid_request')
  if (endpoint.limit) codes.add('rate_limited')
  if (endpoint.access !== 'public') codes.add('unauthenticated')
  codes.add('internal_error').add('unavailable')
  return [...codes]
}

const errorSchema = {
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

/** Codes that share a status are told apart by `code`. */
function errorResponses(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    errorsOf(endpoint).map((code) => [
      String(ERROR_STATUS[code]),
      {
        description: ERROR_MEANING[code],
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { error: { code, message: ERROR_MEANING[code].replaceAll('`', ''), field: null } },
          },
        },
        ...(code === 'rate_limited'
          ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } }
          : {}),
      },
    ]),
  )
}

function answer(description: string, schema: JsonSchema, components: Components): JsonSchema {
  return { description, content: { 'application/json': { schema, example: exampleOf(schema, components) } } }
}

/** The bytes of a file, whichever type it has. */
function fileAnswer({ returns, types = [] }: Endpoint, components: Components): JsonSchema {
  const schema = components.schemaOf(returns, 'output')
  return {
    description: 'The file.',
    content: Object.fromEntries(types.map((type) => [type, { schema, example: 'A text.' }])),
  }
}

/** One message; OpenAPI 3.1 has no words for a sequence of them. */
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

function successResponses(endpoint: Endpoint, components: Components): Record<string, unknown> {
  if (endpoint.kind === 'download') return { [endpoint.status]: fileAnswer(endpoint, components) }
  if (endpoint.kind === 'stream') return { [endpoint.status]: streamAnswer(endpoint, components) }
  const returns = components.schemaOf(endpoint.returns, 'output')
  if (endpoint.kind === 'read' || endpoint.kind === 'call') {
    return { [endpoint.status]: answer('Success.', returns, components) }
  }
  const replayed = 'A replay of the first answer to this Idempotency-Key (`Idempotency-Replayed: true`).'
  const tried = components.schemaOf(DryRun, 'output')
  const dryRun = 'Or: what would be answered, to `Dry-Run: ?1`.'
  if (endpoint.status === 200)
    return { 200: answer(`Done. Or: ${replayed} ${dryRun}`, { oneOf: [returns, tried] }, components) }
  if (endpoint.kind !== 'signed') {
    return {
      200: answer(`${replayed} ${dryRun}`, { oneOf: [returns, tried] }, components),
      201: answer('Done, and saved.', returns, components),
    }
  }
  const prompt = components.schemaOf(SignatureRequired, 'output')
  return {
    200: answer(
      `Step 1: the message to sign. Or: ${replayed} ${dryRun}`,
      { oneOf: [prompt, returns, tried] },
      components,
    ),
    201: answer('Step 2: signed, and saved.', returns, components),
  }
}

/** A file and the parts beside it. */
function uploadBody(parts: JsonSchema): JsonSchema {
  const file = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description: `At most ${EVIDENCE_BYTES_MAX} bytes.` } },
  }
  return { required: true, content: { 'multipart/form-data': { schema: { allOf: [file, parts] } } } }
}

function requestBody(endpoint: Endpoint, components: Components): JsonSchema | undefined {
  const { steps, body } = endpoint
  if (!steps && !body) return undefined
  if (endpoint.kind === 'upload') return uploadBody(components.schemaOf(body ?? z.object({}), 'input'))
  const schema = steps
    ? { oneOf: [components.schemaOf(steps.prepare, 'input'), components.schemaOf(steps.sign, 'input')] }
    : components.schemaOf(body ?? z.object({}), 'input')
  return {
    required: true,
    content: { 'application/json': { schema, ...(endpoint.example ? { example: endpoint.example } : {}) } },
  }
}

const idSchema = ({ ids }: Endpoint) =>
  ids === 'integer' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' }

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const KEYED_HEADERS = [parameter('IdempotencyKey'), parameter('DryRun')]

function parameters(endpoint: Endpoint, components: Components): JsonSchema[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'address' ? { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } : idSchema(endpoint),
  }))
  const inQuery = Object.entries(endpoint.query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = components.schemaOf(field, 'input')
    const required = !field.safeParse(undefined).success
    return { name, in: 'query', required, schema, ...(description ? { description } : {}) }
  })
  const inHeader = writesRecord(endpoint) ? KEYED_HEADERS : endpoint.kind === 'stream' ? [parameter('LastEventId')] : []
  return [...inPath, ...inQuery, ...inHeader]
}

function security(endpoint: Endpoint): JsonSchema[] {
  if (endpoint.access === 'public') return []
  return endpoint.access === 'cron' ? [{ cron: [] }] : [{ session: [] }, { bearer: [] }]
}

function operation(endpoint: Endpoint, components: Components): JsonSchema {
  const body = requestBody(endpoint, components)
  const limit = endpoint.limit ? RATE_LIMITS[endpoint.limit] : undefined
  const byNetwork = endpoint.kind === 'read' || endpoint.limitApart
  const [most, by] = byNetwork ? [limit?.networkMax, 'network'] : [limit?.walletMax, 'wallet']
  const apart = endpoint.limitApart ? ', in a count of its own' : ''
  const counted = limit
    ? `Counted in the group \`${endpoint.limit}\`${apart}: ${most} per ${limit.windowSeconds / 60} minutes and ${by}.`
    : ''
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, `Access: ${endpoint.access}.`, counted].filter(Boolean).join(' '),
    parameters: parameters(endpoint, components),
    ...(body ? { requestBody: body } : {}),
    security: security(endpoint),
    responses: { ...successResponses(endpoint, components), ...errorResponses(endpoint) },
  }
}

/** A state table as Markdown, in the columns of the interface (docs/interface.md#states). */
function table(rows: readonly Row<string, string, string>[]): string {
  const lines = rows.map((row) => `| ${row.from ?? '(none)'} | ${row.on} | ${row.by} | ${row.to} | ${row.when ?? ''} |`)
  return ['| From | Trigger | Actor | To | Condition |', '|---|---|---|---|---|', ...lines].join('\n')
}

const TAG_PROSE: Partial<Record<Tag, string>> = {
  Challenges: `Two competing responses, a community's decision, a verifier's signature.\n\n${table(challengeMachine.rows)}`,
  'Community platform': `Where a challenge is discussed, and what the service posts there.\n\nProposals\n\n${table(proposalMachine.rows)}\n\nPosts\n\n${table(outboxMachine.rows)}`,
  Missions: `Terms, milestones and an outcome with a permanent receipt.\n\n${table(missionMachine.rows)}`,
  'Sign-in': 'A wallet proves itself by signing an EIP-4361 message with `personal_sign`; nothing is sent onchain.',
}

/** The OpenAPI 3.1.0 document, derived from the contracts. */
export function openApiDocument() {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of contracts) {
    const item = paths[endpoint.path] ?? {}
    item[endpoint.method.toLowerCase()] = operation(endpoint, components)
    paths[endpoint.path] = item
  }
  const tags = [...new Set(contracts.map((endpoint) => endpoint.tag))]
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName()} API`,
      version: '1.0.0',
      description:
        'Promises become proof: wallet-signed challenges, missions, reviews and permanent receipts. The service holds no funds, sends nothing onchain and counts no votes.',
    },
    servers: [{ url: appUrl() }],
    tags: tags.map((name) => ({ name, ...(TAG_PROSE[name] ? { description: TAG_PROSE[name] } : {}) })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...components.schemas },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'New for each intent; the same key and body again replay the first answer.',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
        },
        LastEventId: {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The `id` of the last message that a lost connection brought: the stream goes on after it.',
          schema: { type: 'string' },
        },
        DryRun: {
          name: 'Dry-Run',
          in: 'header',
          required: false,
          description:
            '`?1` tries the write: it is checked and run whole, everything is rolled back, and 200 tells what would be answered. Refusals are those of the write. It claims no key, sends nothing and tells nobody.',
          schema: { type: 'string', enum: ['?1', '?0'] },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token from verify with `delivery` `bearer`.' },
        cron: { type: 'http', scheme: 'bearer', description: 'The secret of the schedule.' },
      },
    },
  }
}

let body: string | undefined

/** The document as JSON text; made once per process. */
export function openApiBody(): string {
  body ??= JSON.stringify(openApiDocument())
  return body
}
