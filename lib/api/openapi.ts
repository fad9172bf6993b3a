import { z } from 'zod'
import { contracts } from '@/lib/api/contracts'
import { errorResponses, errorSchema, HEADERS, successResponses } from '@/lib/api/openapi-responses'
import { Components, type JsonSchema, pathParameter } from '@/lib/api/openapi-schemas'
import { SESSION_COOKIE } from '@/lib/auth/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { outboxMachine, proposalMachine } from '@/lib/community/states'
import { countsNetworkAlone, type Endpoint, namesInPath, writesRecord } from '@/lib/contract/endpoint'
import { EVIDENCE_BYTES_MAX, IDEMPOTENCY_KEY, RATE_LIMITS } from '@/lib/contract/limits'
import { TAG_LEADS, type Tag } from '@/lib/contract/tags'
import { appUrl, serviceName } from '@/lib/env'
import type { Row } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'

/** The request body of an upload: the file, and the other parts of the form. */
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
    required: endpoint.access !== 'session',
    content: { 'application/json': { schema, ...(endpoint.example ? { example: endpoint.example } : {}) } },
  }
}

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const KEYED_HEADERS = [parameter('IdempotencyKey'), parameter('DryRun')]

function inHeader(endpoint: Endpoint): JsonSchema[] {
  if (endpoint.kind === 'stream') return [parameter('LastEventId')]
  if (!writesRecord(endpoint)) return []
  return endpoint.kind === 'upload' ? KEYED_HEADERS : [...KEYED_HEADERS, parameter('AgentRequest')]
}

function parameters(endpoint: Endpoint, components: Components): JsonSchema[] {
  const inPath = namesInPath(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: pathParameter(name, endpoint),
  }))
  const inQuery = Object.entries(endpoint.query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = components.schemaOf(field, 'input')
    const required = !field.safeParse(undefined).success
    return { name, in: 'query', required, schema, ...(description ? { description } : {}) }
  })
  return [...inPath, ...inQuery, ...inHeader(endpoint)]
}

function security(endpoint: Endpoint): JsonSchema[] {
  const ofWallet = [{ session: [] }, { bearer: [] }]
  // Who is signed in is answered more, or something of their own; nobody needs to be.
  if (endpoint.access === 'public') return endpoint.viewer || endpoint.seesMore ? [{}, ...ofWallet] : []
  return endpoint.access === 'cron' ? [{ cron: [] }] : ofWallet
}

function operation(endpoint: Endpoint, components: Components): JsonSchema {
  const body = requestBody(endpoint, components)
  const limit = endpoint.limit ? RATE_LIMITS[endpoint.limit] : undefined
  const [most, by] = countsNetworkAlone(endpoint) ? [limit?.networkMax, 'network'] : [limit?.walletMax, 'wallet']
  const moderators = endpoint.limitOfModerator ? ` A moderator's count in \`${endpoint.limitOfModerator}\`.` : ''
  const counted = limit
    ? `Counted in the group \`${endpoint.limit}\`: ${most} per ${limit.windowSeconds / 60} minutes and ${by}.${moderators}`
    : ''
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, `Access: ${endpoint.access}.`, counted].filter(Boolean).join(' '),
    parameters: parameters(endpoint, components),
    ...(body ? { requestBody: body } : {}),
    security: security(endpoint),
    responses: { ...successResponses(endpoint, components), ...errorResponses(endpoint, components) },
  }
}

/** A state table as Markdown, with the columns of docs/interface.md#states. */
function table(rows: readonly Row<string, string, string>[]): string {
  const lines = rows.map((row) => `| ${row.from ?? '(none)'} | ${row.on} | ${row.by} | ${row.to} | ${row.when ?? ''} |`)
  return ['| From | Trigger | Actor | To | Condition |', '|---|---|---|---|---|', ...lines].join('\n')
}

/** The state tables of the records of a tag. */
const TAG_TABLES: Partial<Record<Tag, string>> = {
  Challenges: table(challengeMachine.rows),
  'Community platform': `Proposals\n\n${table(proposalMachine.rows)}\n\nPosts\n\n${table(outboxMachine.rows)}`,
  Missions: table(missionMachine.rows),
}

const tagDescription = (tag: Tag) => [TAG_LEADS[tag], TAG_TABLES[tag]].filter(Boolean).join('\n\n')

/** The parts of the OpenAPI document that are the same for every instance, derived from the contracts. */
export function openApiParts() {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of contracts) {
    const item = paths[endpoint.path] ?? {}
    item[endpoint.method.toLowerCase()] = operation(endpoint, components)
    paths[endpoint.path] = item
  }
  const tags = [...new Set(contracts.map((endpoint) => endpoint.tag))]
  return {
    tags: tags.map((name) => ({ name, description: tagDescription(name) })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...components.schemas },
      responses: components.responses,
      headers: HEADERS,
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
        AgentRequest: {
          name: 'Agent-Request',
          in: 'header',
          required: false,
          description:
            'The handle of an agent’s request (`openAgentRequest`) that this write finishes: the wallet records what the agent asked for. The write must be the requested one, otherwise it is 409.',
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

/** The OpenAPI 3.1.0 document of this service. */
const openApiDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: `${serviceName()} API`,
    version: '1.0.0',
    contact: { name: serviceName(), url: `${appUrl()}/docs` },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    description:
      'Promises become proof: wallet-signed challenges, missions, reviews and permanent receipts. The service holds no funds, sends nothing onchain and counts no votes.',
  },
  servers: [{ url: appUrl() }],
  ...openApiParts(),
})

let body: string | undefined

/** The document as JSON text, built once per process. */
export function openApiBody(): string {
  body ??= JSON.stringify(openApiDocument())
  return body
}
