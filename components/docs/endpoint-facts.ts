import { type FieldRow, fieldRows } from '@/components/docs/field-rows'
import { contracts } from '@/lib/api/contracts'
import { errorsOf } from '@/lib/api/openapi-responses'
import { Components, exampleOf, nameOf } from '@/lib/api/openapi-schemas'
import {
  aliasOf,
  countsNetworkAlone,
  type Endpoint,
  namesInPath,
  withAliases,
  writesRecord,
} from '@/lib/contract/endpoint'
import { EVIDENCE_BYTES_MAX, RATE_LIMITS } from '@/lib/contract/limits'
import { SignatureRequired } from '@/lib/contract/signed-step'
import type { Tag } from '@/lib/contract/tags'
import { ERROR_STATUS } from '@/lib/errors'

type Schema = Endpoint['returns']

/** A named object of responses, described once on the page. */
export interface ShapeFacts {
  readonly name: string
  readonly rows: readonly FieldRow[]
}

/** The origins that the examples name, so that they can be sent as they stand. */
interface Origins {
  readonly site: string
  /** Of the community platform, on which the posts have to be; null where none is connected. */
  readonly platform: string | null
}

/** The endpoints of a tag and the shapes of their responses, for the reference. */
export function describeTag(tag: Tag, origins: Origins): { endpoints: EndpointFacts[]; shapes: ShapeFacts[] } {
  const components = new Components()
  // An alias returns the same bytes, so it is listed beside its endpoint.
  const aliases = new Set(contracts.map(({ path }) => aliasOf(path)))
  const endpoints = contracts
    .filter((endpoint) => endpoint.tag === tag && !aliases.has(endpoint.path))
    .map((endpoint) => describeEndpoint(endpoint, origins, components))
  const mentions = endpoints.flatMap(({ answers, bodies }) => [...answers, ...bodies])
  return { endpoints, shapes: shapesOf(mentions, components) }
}

/** Every shape that is mentioned, also by other shapes, in the order of first mention. */
function shapesOf(
  mentions: readonly { shape?: string | null; rows: readonly FieldRow[] }[],
  components: Components,
): ShapeFacts[] {
  const shapes = new Map<string, ShapeFacts>()
  const visit = (name: string | null | undefined) => {
    if (!name || shapes.has(name)) return
    const rows = fieldRows(components.schemas[name] ?? {}, components)
    shapes.set(name, { name, rows })
    for (const row of rows) visit(row.shape)
  }
  for (const { shape, rows } of mentions) {
    if (shape) visit(shape)
    else for (const row of rows) visit(row.shape)
  }
  return [...shapes.values()]
}

/** Everything that the reference shows about an endpoint, derived from its contract. */
export type EndpointFacts = ReturnType<typeof describeEndpoint>

function describeEndpoint(endpoint: Endpoint, { site, platform }: Origins, components: Components) {
  const { operationId, method, path, summary, description = '', access, kind } = endpoint
  const isWrite = writesRecord(endpoint)
  const bodies = bodiesOf(endpoint, components).map((body) => onPlatform(body, platform))
  const parameters = parametersOf(endpoint, components)
  return {
    operationId,
    method,
    path,
    /** The endpoint of another path that returns the same bytes, if there is one. */
    alias: withAliases(endpoint)[1],
    summary,
    description,
    access,
    limit: limitWords(endpoint),
    isWrite,
    /** Anybody can send it from the page. */
    isTryable: kind === 'read' && access === 'public',
    /** Below `/api` instead of `/api/v1`. */
    isEarlier: !path.startsWith('/api/v1/'),
    parameters,
    bodies,
    answers: answersOf(endpoint, components).map((answer) => onPlatform(answer, platform)),
    refusals: errorsOf(endpoint)
      .map((code) => ({ code, status: ERROR_STATUS[code] }))
      .toSorted((one, other) => one.status - other.status),
    curl: curlCommand({
      method,
      url: `${site}${targetOf(endpoint, parameters)}`,
      bearer: access === 'public' ? null : access === 'cron' ? 'CRON_SECRET' : 'ACCESS_TOKEN',
      isKeyed: isWrite,
      body: bodies[0]?.example,
      isUpload: kind === 'upload',
    }),
  }
}

/** The platform of the contracts' own examples. */
const EXAMPLE_PLATFORM = 'https://community.example'

/** The same with an example whose posts are on that platform. */
function onPlatform<T extends { readonly example: unknown }>(shown: T, platform: string | null): T {
  if (platform === null || shown.example === undefined) return shown
  return { ...shown, example: JSON.parse(JSON.stringify(shown.example).replaceAll(EXAMPLE_PLATFORM, platform)) }
}

/** How its requests are counted: `search: 120 per network in 10 minutes`; null if they are not. */
export function limitWords(endpoint: Endpoint): string | null {
  const { limit, limitOfModerator } = endpoint
  if (!limit) return null
  const { walletMax, networkMax, windowSeconds } = RATE_LIMITS[limit]
  const minutes = windowSeconds / 60
  if (countsNetworkAlone(endpoint)) return `${limit}: ${networkMax} per network in ${minutes} minutes`
  const moderators = limitOfModerator ? `; a moderator’s in ${limitOfModerator}` : ''
  return `${limit}: ${walletMax} per wallet and ${networkMax} per network in ${minutes} minutes${moderators}`
}

/** The path with each value that a request needs as its name in capitals: `/api/v1/search?q=Q`. */
function targetOf({ path, needsOneOf = [] }: Endpoint, parameters: ReturnType<typeof parametersOf>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => name.toUpperCase())
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const names = [...needed.map(({ name }) => name), ...needsOneOf.slice(0, 1)]
  const query = names.map((name) => `${name}=${name.toUpperCase()}`).join('&')
  return query ? `${filled}?${query}` : filled
}

function parametersOf(endpoint: Endpoint, components: Components) {
  const inPath = namesInPath(endpoint.path).map((name) => ({
    in: 'path' as const,
    name,
    type: 'string',
    shape: null,
    required: true,
    instead: [],
    bounds: [name === 'address' ? 'wallet address, 0x and 40 hex digits' : 'id of the record'],
    meaning: '',
  }))
  if (!endpoint.query) return inPath
  const inQuery = fieldRows(components.schemaOf(endpoint.query, 'input'), components)
  const { needsOneOf = [] } = endpoint
  /** The others of which one will do as well. */
  const insteadOf = (name: string) => (needsOneOf.includes(name) ? needsOneOf.filter((other) => other !== name) : [])
  return [...inPath, ...inQuery.map((row) => ({ ...row, in: 'query' as const, instead: insteadOf(row.name) }))]
}

function bodiesOf(endpoint: Endpoint, components: Components) {
  const body = (name: string, schema: Schema, example: unknown) => {
    const json = components.schemaOf(schema, 'input')
    return { name, rows: fieldRows(json, components), example: example ?? exampleOf(json, components) }
  }
  if (endpoint.steps) {
    const { prepare, sign } = endpoint.steps
    const signature = { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}` }
    return [body('Step 1, to prepare', prepare, endpoint.example), body('Step 2, to sign', sign, signature)]
  }
  if (!endpoint.body) return []
  const fields = body(endpoint.kind === 'upload' ? 'Parts' : 'Body', endpoint.body, endpoint.example)
  return [endpoint.kind === 'upload' ? { ...fields, rows: [FILE_ROW, ...fields.rows] } : fields]
}

/** The file part of an upload; no schema describes it. */
const FILE_ROW: FieldRow = {
  name: 'file',
  type: 'bytes of a file',
  shape: null,
  required: true,
  bounds: [`at most ${EVIDENCE_BYTES_MAX} bytes`],
  meaning: 'Its type is decided by the content.',
}

export type AnswerFacts = ReturnType<typeof answersOf>[number]

function answersOf(endpoint: Endpoint, components: Components) {
  const answer = (status: number, meaning: string, schema: Schema) => {
    const json = components.schemaOf(schema, 'output')
    return {
      status,
      meaning,
      /** The name of the response's shape, if it has one. */
      shape: nameOf(json),
      rows: fieldRows(json, components),
      /** Whether it is the bytes of a file, which have neither fields nor an example. */
      isFile: endpoint.kind === 'download',
      example: exampleOf(json, components),
    }
  }
  if (endpoint.kind !== 'signed') return [answer(endpoint.status, meaningOf(endpoint), endpoint.returns)]
  return [
    answer(200, 'Step 1: the exact message to sign.', SignatureRequired),
    answer(201, 'Step 2: signed, and saved.', endpoint.returns),
  ]
}

function meaningOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'write' && endpoint.status === 200)
    return 'Done. A replay of the same key answers the same body.'
  if (writesRecord(endpoint)) return 'Done, and saved. A replay of the same key answers 200 with the same body.'
  if (endpoint.kind === 'stream') return 'Server-Sent Events; the JSON of each message:'
  return endpoint.kind === 'download' ? 'The bytes of the file, as an attachment.' : 'Success.'
}

interface CurlRequest {
  readonly method: string
  readonly url: string
  /** The name of the secret that it is sent with, as a variable of the shell. */
  readonly bearer?: string | null
  /** Needs an `Idempotency-Key`. */
  readonly isKeyed: boolean
  readonly body?: unknown
  /** The body is a file beside short fields. */
  readonly isUpload?: boolean
}

/** A new key in any POSIX shell; `uuidgen` is missing from most containers. */
const NEW_KEY = "$(od -An -tx1 -N16 /dev/urandom | tr -d ' ')"

export function curlCommand({ method, url, bearer, isKeyed, body, isUpload = false }: CurlRequest): string {
  const parts = [method === 'GET' ? `curl ${quote(url)}` : `curl -X ${method} ${quote(url)}`]
  if (bearer) parts.push(`-H "Authorization: Bearer $${bearer}"`)
  if (isKeyed) parts.push(`-H "Idempotency-Key: ${NEW_KEY}"`)
  if (isUpload) parts.push(`-F 'file=@evidence.png'`)
  else if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`)
  return parts.join(' \\\n  ')
}

/** Quotes text for a shell. Single quotes keep everything literal; a single quote is written outside them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
