import { z } from 'zod'
import type { LimitGroup } from '@/lib/contract/limits'
import type { Tag } from '@/lib/contract/tags'
import type { ErrorCode } from '@/lib/errors'

/** Who may call, in the words of the interface (docs/interface.md#roles). `session` is any valid session, to end it. */
export type Access = 'public' | 'session' | 'wallet' | 'owner' | 'contributor' | 'verifier' | 'admin' | 'cron'

type Shape = z.ZodObject

/**
 * An endpoint as pure data that the browser may import. Validation, access, limits, OpenAPI, the typed client, the reference
 * page, the agent tools and the tests that walk every endpoint derive from it.
 *
 * - `read`: GET, answers 200.
 * - `write`: a write of records (docs/decisions.md#the-write-pipeline): needs a session and an `Idempotency-Key`, answers 201.
 * - `signed`: a write in two calls: `prepare` answers 200 with the message to sign, `sign` answers 201.
 * - `upload`: a write whose body is `multipart/form-data` with one part `file`; `body` holds its other parts.
 * - `call`: a POST that writes no record (sign-in): no key.
 * - `download`: GET that answers the bytes of a file of one of `types`.
 * - `stream`: GET that answers Server-Sent Events until one side ends it; each event carries JSON of the type `returns`.
 */
export interface Endpoint {
  readonly kind: 'read' | 'write' | 'signed' | 'upload' | 'call' | 'download' | 'stream'
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path template under the base address, e.g. `/api/v1/challenges/{id}`. */
  readonly path: string
  readonly tag: Tag
  readonly access: Access
  /** The type of the ids in the path; UUID by default. */
  readonly ids?: 'integer'
  /** The rate limit group. A read without one is not counted; a read with one is counted by network only. */
  readonly limit?: LimitGroup
  /** The rate limit group for moderators, when other callers share the endpoint. */
  readonly limitOfModerator?: LimitGroup
  /** A call that names no wallet is counted by network only. */
  readonly limitOfNetwork?: true
  readonly summary: string
  readonly description?: string
  readonly query?: Shape
  /** Parameters of the query without any of which it is refused; its example has the first. */
  readonly needsOneOf?: readonly string[]
  /** The body of a write or call; for an upload, the parts other than `file`. */
  readonly body?: Shape
  /** Both bodies of a signed write. */
  readonly steps?: { readonly prepare: Shape; readonly sign: Shape }
  /** The response body of success; for a download, its bytes as text. */
  readonly returns: z.ZodType
  /** The possible media types of a download. */
  readonly types?: readonly string[]
  /** The status of success; 201 for writes, 200 for reads, unless the interface says otherwise. */
  readonly status: 200 | 201
  /** Its own error codes, in addition to those that every endpoint of its kind shares. */
  readonly errors: readonly ErrorCode[]
  /** The response depends on the viewer: it is never cached, and never readable by another site. */
  readonly viewer?: true
  /** A public read that shows more to a signed-in wallet: that response is never cached, and never readable by another site. */
  readonly seesMore?: true
  /** A public read whose response is the same for as long as a process lives, and holds no secret: our own server sends it compressed. */
  readonly constant?: true
  /** The record that a write creates elsewhere than below its own path: the field of the response that holds it, and where it is read. */
  readonly creates?: { readonly field: string; readonly path: string }
  /** A write that ends the caller's session: its response clears the cookie. */
  readonly endsSession?: true
  /** A body (of step 1, for a signed write) as a client would send it; shown in the OpenAPI document. */
  readonly example?: unknown
  /**
   * What success makes of the record in the response, for its example: otherwise that is a record at its beginning, with what
   * the body's example says of it.
   */
  readonly makes?: Readonly<Record<string, unknown>>
}

/** Whether any site may send the request and read the response, errors included: a public read that is the same for all viewers. */
export const isOpenToAnySite = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && endpoint.access === 'public' && !endpoint.viewer

/** Whether it writes a record and so needs a session and an `Idempotency-Key` (docs/decisions.md#the-write-pipeline). */
export const writesRecord = ({ kind }: Pick<Endpoint, 'kind'>) =>
  kind === 'write' || kind === 'signed' || kind === 'upload'

/** Whether its rate limit counts the network alone, and not the wallet: every read, and every call that names no wallet. */
export const countsNetworkAlone = ({ kind, limitOfNetwork }: Pick<Endpoint, 'kind' | 'limitOfNetwork'>) =>
  kind === 'read' || limitOfNetwork === true

type Declared = Omit<Endpoint, 'status' | 'errors' | 'kind' | 'method'> & Partial<Pick<Endpoint, 'status' | 'errors'>>

/** A read, public or of the wallet's own data. */
export const read = <const D extends Declared>(declared: D) =>
  ({
    kind: 'read',
    method: 'GET',
    status: 200,
    errors: refusalsOf(declared, NOT_THERE),
    ...declared,
  }) satisfies Endpoint

// Wide types: with literal ones, a contract with another status or group would have to satisfy both.
const created = 201 as Endpoint['status']
const counted = 'write' as LimitGroup

/** The default error codes of a read of a record and of a write on one. */
const NOT_THERE: readonly ErrorCode[] = ['not_found']
const ON_A_RECORD: readonly ErrorCode[] = ['forbidden', 'not_found', 'expired', 'conflict']
const refusalsOf = ({ path }: Declared, refusals = ON_A_RECORD): readonly ErrorCode[] =>
  path.includes('{') ? refusals : []

const WRITE = { kind: 'write', method: 'POST', status: created, limit: counted } as const

/** A write of records, counted in the group `write` by default. */
export const write = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that changes fields of an existing record. */
export const patch = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, method: 'PATCH', errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that a wallet signs, in two calls on one path. */
export const signed = <const D extends Declared & { steps: { prepare: Shape; sign: Shape } }>(declared: D) =>
  ({ kind: 'signed', method: 'POST', status: 201, errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that uploads a file. */
export const upload = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, kind: 'upload', errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A read of a file's bytes. */
export const download = <const D extends Omit<Declared, 'returns'> & { types: readonly string[] }>(declared: D) =>
  ({
    kind: 'download',
    method: 'GET',
    status: 200,
    errors: [],
    returns: z.string().meta({ format: 'binary' }),
    ...declared,
  }) satisfies Endpoint

/** A read that stays open: Server-Sent Events (HTML Standard §9.2). */
export const stream = <const D extends Declared>(declared: D) =>
  ({ kind: 'stream', method: 'GET', status: 200, errors: [], ...declared }) satisfies Endpoint

/** A POST that writes no record. */
export const call = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ kind: 'call', method: 'POST', status: created, errors: [], ...declared }) satisfies Endpoint

const ALIASED = '/api/v1/platform-'
const ALIAS = '/api/v1/musebook-'

/** The alias of a path, or null. @see withAliases */
export function aliasOf(path: string): string | null {
  return path.startsWith(ALIASED) ? ALIAS + path.slice(ALIASED.length) : null
}

/** The path that an alias stands for; any other path as it is. */
export function unaliased(path: string): string {
  return path.startsWith(ALIAS) ? ALIASED + path.slice(ALIAS.length) : path
}

/**
 * An endpoint with its aliases: a path that contains the word `platform` also exists with the platform's own name and
 * answers the same bytes (docs/decisions.md#one-record-two-surfaces).
 */
export function withAliases(endpoint: Endpoint): readonly Endpoint[] {
  const path = aliasOf(endpoint.path)
  if (path === null) return [endpoint]
  return [
    endpoint,
    {
      ...endpoint,
      path,
      operationId: endpoint.operationId.replace('Platform', 'Musebook'),
      description: [endpoint.description, `The same as \`${endpoint.path}\`.`].filter(Boolean).join(' '),
    },
  ]
}

/** The names of a path template's parameters: `'/a/{id}/b/{pid}'` gives `'id' | 'pid'`. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The same names as values, in their order. */
export const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The response of a dry run (`Dry-Run: ?1`): what the write itself would answer. */
export const DryRun = z
  .object({
    dryRun: z.object({
      status: z.union([z.literal(200), z.literal(201)]),
      body: z.record(z.string(), z.unknown()).meta({ description: 'As the write itself answers with that status.' }),
    }),
  })
  .meta({
    id: 'DryRun',
    description: 'What would be answered. Nothing was kept; ids and times are those of the trial.',
  })
